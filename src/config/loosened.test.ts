import { describe, expect, it } from "vitest";
import { findLoosened } from "./loosened.js";
import type { Origin, SourcedSetting } from "./setting-sources.js";

const by = (from: Origin["from"], name: string, value: unknown): SourcedSetting => ({
  ...{ name, value },
  origin: { from, where: from === "project" ? "package.json, line 1" : from },
});
const project = (name: string, value: unknown): SourcedSetting => by("project", name, value);

describe("a setting of a file in the project", () => {
  it.each<[string, readonly SourcedSetting[]]>([
    ["shows another folder", [project("sandboxMounts", ["/home/me/.ssh"])]],
    ["passes another variable", [project("sandboxEnv", ["AWS_SECRET_ACCESS_KEY"])]],
    ["runs the checks outside", [project("checksOutside", true)]],
    ["opens the machine's network", [project("sandboxNetwork", "host")]],
    [
      "opens a network that a person switched off",
      [by("user", "sandboxNetwork", "off"), project("sandboxNetwork", "on")],
    ],
    ["takes away the sandbox of a person", [by("user", "sandbox", "bwrap"), project("sandbox", "none")]],
    ["starts a command outside", [project("notify.command", "./evil.sh")]],
    ["sends a variable somewhere", [project("notify.tokenVariable", "AWS_SECRET_ACCESS_KEY")]],
  ])("is refused if it %s", (_, given) => {
    expect(findLoosened(given)).toMatchObject({ name: given.at(-1)?.name, where: "package.json, line 1" });
  });

  it.each<[string, readonly SourcedSetting[]]>([
    ["names nothing more", [project("sandboxMounts", []), project("sandboxEnv", [])]],
    ["keeps the checks inside", [by("user", "checksOutside", true), project("checksOutside", false)]],
    ["closes the network", [project("sandboxNetwork", "off")]],
    ["says what holds anyway", [project("sandboxNetwork", "on"), project("sandbox", "none")]],
    ["says what a person said", [by("user", "sandboxNetwork", "host"), project("sandboxNetwork", "host")]],
    ["asks for a sandbox", [project("sandbox", "bwrap")]],
    ["does not hold, as a flag is stronger", [project("sandboxNetwork", "host"), by("flag", "sandboxNetwork", "on")]],
    ["was given by a person in another way", [by("environment", "sandboxEnv", ["A"])]],
    ["rings the bell", [project("notify.bell", true)]],
  ])("is taken if it %s", (_, given) => {
    expect(findLoosened(given)).toBeNull();
  });

  it("is told with the place for it", () => {
    expect(findLoosened([project("sandboxEnv", ["A"])])).toEqual({
      name: "sandboxEnv",
      what: "sandboxEnv is a list of 1 in a file of the project, which an agent can change: for a run in a sandbox it must come from you",
      where: "package.json, line 1",
      fix: "remove it there, and give --sandbox-env NAME, or write it to your own file: ~/.config/untildone/config.yaml",
    });
  });
});
