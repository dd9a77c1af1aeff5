import { UserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { JsoncText } from "../../lib/json/jsonc/entries.js";
import { readTomlKeys } from "../../lib/json/toml-keys.js";
import { addBlock, findBlock, type Markers, removeBlock } from "../../lib/text/text-block.js";
import type { EditPlan } from "./edit-plan.js";
import { addSetting, refuseBroken, removeSettings } from "./json-settings.js";
import { type OwnProgram, programAndArgs } from "./own-program.js";

/** Where an agent's MCP servers are named. Copilot CLI reads the same file as Claude Code. */
const files: Readonly<Record<string, string>> = {
  claude: ".mcp.json",
  codex: ".codex/config.toml",
  gemini: ".gemini/settings.json",
  copilot: ".mcp.json",
  cursor: ".cursor/mcp.json",
};

const path = ["mcpServers", "untildone"];

/** For the agents that are named, or in the file that most of them read. */
export const mcpFiles = (agents: readonly string[]): readonly string[] => [
  ...new Set((agents.length > 0 ? agents : ["claude"]).flatMap((agent) => files[agent] ?? [])),
];

export const allMcpFiles: readonly string[] = [...new Set(Object.values(files))];

export function installMcp(plan: EditPlan, file: string, program: OwnProgram): void {
  const server = programAndArgs(program, "mcp");
  const about = `MCP server: ${[server.command, ...server.args].join(" ")}`;
  const text = plan.read(file);
  const isToml = file.endsWith(".toml");
  if (text !== null && (isToml ? isInToml(text, file) : isInJson(text, file)))
    plan.keep(file, "an MCP server named untildone already exists");
  else if (isToml) plan.write(file, writeToml(text, server), about);
  else addSetting(plan, { file, path, value: server, extras: {} }, about);
}

function isInJson(text: string, file: string): boolean {
  refuseBroken(text, file);
  return new JsoncText(text).startOf(path) !== undefined;
}

export const removeMcp = (plan: EditPlan, file: string): boolean =>
  file.endsWith(".toml") ? removeFromToml(plan, file) : removeSettings(plan, { file, extras: {}, find }, "MCP server");

function find(document: JsoncText): readonly (readonly string[])[] {
  const server = document.value(path);
  if (!isRecord(server)) return [];
  const { command, args } = server;
  const words = [command, ...(Array.isArray(args) ? args : [])].join(" ");
  return /untildone|cli\.cjs/.test(words) && / mcp(?: |$)/.test(words) ? [path] : [];
}

const markers: Markers = { begin: "# untildone:begin", end: "# untildone:end" };

/** A server of that name may be written in several ways: as a table, within one, or with dots. */
function isInToml(text: string, file: string): boolean {
  const read = readTomlKeys(text);
  if (!read.ok) throw notToml(`${file}, line ${read.line}`);
  const servers = read.keys.filter(({ path }) => path[0] === "mcp_servers");
  if (readBlock(text, file) !== null || servers.some(({ path }) => path[1] === "untildone")) return true;
  const own = read.keys.findIndex(({ isTable }) => isTable);
  const atTop = read.keys.slice(0, own < 0 ? undefined : own);
  if (servers.some((key) => atTop.includes(key))) throw inlineServers(file);
  return false;
}

const notToml = (where: string): UserError =>
  new UserError({ what: "this is not TOML", where, fix: "fix it there, or remove the file; nothing was written" });

/** A table at the end of the file, between marks: nothing before it can be meant differently by that. */
function writeToml(text: string | null, { command, args }: ReturnType<typeof programAndArgs>): string {
  const body = [
    "[mcp_servers.untildone]",
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(", ")}]`,
    // Codex gives a server almost no variables, and a minute for an answer.
    `env_vars = ["UNTILDONE_RUN", "XDG_STATE_HOME"]`,
    "tool_timeout_sec = 600",
  ].join("\n");
  return text === null ? `${[markers.begin, body, markers.end].join("\n")}\n` : addBlock(text, markers, body);
}

/** TOML lets nobody add to a table that is written in one line. */
const inlineServers = (where: string): UserError =>
  new UserError({
    what: "mcp_servers is not written as tables there, so a server cannot be added at the end",
    where,
    fix: "write each server as [mcp_servers.NAME], or add untildone yourself; nothing was written",
  });

function removeFromToml(plan: EditPlan, file: string): boolean {
  const text = plan.read(file);
  const block = text === null ? null : readBlock(text, file);
  if (text === null || block === null) return false;
  plan.write(file, text === `${block}\n` ? null : removeBlock(text, markers), "MCP server");
  return true;
}

function readBlock(text: string, file: string): string | null {
  const found = findBlock(text, markers);
  if (found === "broken") throw brokenBlock(file, markers);
  return found && text.slice(...found);
}

export const brokenBlock = (where: string, { begin, end }: Markers): UserError =>
  new UserError({
    what: `the marks of untildone are incomplete: ${JSON.stringify(begin)} and ${JSON.stringify(end)} must be there once each`,
    where,
    fix: "restore the marks, or remove what is left of the part between them; nothing was written",
  });
