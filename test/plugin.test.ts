import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { agentHooks, hookCommand } from "../src/cli/init/agent-hooks.js";
import { agentNotes } from "../src/cli/init/agent-notes.js";
import { commands } from "../src/cli/main.js";

/** The plugin for Claude Code installs the same as `init --claude --mcp`. */

const read = (path: string): string => readFileSync(new URL(`../plugin/${path}`, import.meta.url), "utf8");

describe("the plugin for Claude Code", () => {
  it("has the version of the package", () => {
    expect(JSON.parse(read(".claude-plugin/plugin.json")).version).toBe(manifest.version);
  });

  it("has the hooks that init writes", () => {
    const [claude] = agentHooks;
    if (!claude) throw new Error("no hooks");
    const command = hookCommand(claude, { is: "global", path: "" });
    const events = Object.entries(claude.events).map(([event, seconds]) => [event, [claude.entry(command, seconds)]]);
    expect(JSON.parse(read("hooks/hooks.json")).hooks).toEqual(Object.fromEntries(events));
  });

  it("has the server that init writes", () => {
    expect(JSON.parse(read(".mcp.json"))).toEqual({
      mcpServers: { untildone: { command: "untildone", args: ["mcp"] } },
    });
  });

  it("has a skill that says the same as the notes for AGENTS.md", () => {
    const skill = read("skills/untildone/SKILL.md");
    expect(skill).toMatch(/^---\nname: untildone\ndescription: .+\n---\n/);
    expect(skill.endsWith(`\n${agentNotes}`)).toBe(true);
  });

  it.each(["goal", "check", "why"])("has the command %s, with a description", (name) => {
    expect(read(`commands/${name}.md`)).toMatch(/^---\ndescription: .+\n[\s\S]*?\n---\n/);
  });

  it("names commands of ours that are there", () => {
    const texts = ["goal", "check", "why"].map((name) => read(`commands/${name}.md`)).join("\n");
    const named = [...`${texts}${agentNotes}`.matchAll(/(?:`|\| )untildone ([a-z]+)\b/g)].map(([, name = ""]) => name);
    const [server = ""] = JSON.parse(read(".mcp.json")).mcpServers.untildone.args;
    expect([...named, server].filter((name) => !Object.hasOwn(commands, name))).toEqual([]);
  });
});
