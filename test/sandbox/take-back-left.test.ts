import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readWatchedState } from "../../src/agents/sandbox/project-watch.js";
import { realPath } from "../../src/lib/files/folder.js";
import { type ProcessName, thisProcess } from "../../src/lib/files/lock-holder.js";
import { SteadyFile } from "../../src/lib/files/steady-file.js";
import { ownUser } from "../../src/lib/process/own-user.js";
import type { RunEvent } from "../../src/run/loop/run-event.js";
import { openPrivateFolder } from "../../src/run/records/private-folder.js";
import { saveWatch } from "../../src/run/records/saved-watch.js";
import type { RunHost } from "../../src/run/start/options.js";
import { takeBackLeft } from "../../src/run/start/take-back-left.js";

let root = "";
beforeEach(() => {
  root = realPath(mkdtempSync(join(tmpdir(), "untildone-left-")));
  spawnSync("git", ["init", "-q", at("p")]);
  put("p/TODO.md", "- [ ] mine\n");
  put("home/private", "secret\n");
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (name: string): string => join(root, name);
function put(name: string, text = "x"): void {
  mkdirSync(join(at(name), ".."), { recursive: true });
  writeFileSync(at(name), text);
}
const place = () => ({ cwd: at("p"), home: at("home"), env: { XDG_STATE_HOME: at("state") } });

/** As it is written down before the first turn of a run, which may have been killed since. */
function save(by: ProcessName = { ...thisProcess(), started: "another" }): void {
  const mounts = [
    { path: at("p"), as: "write" },
    { path: at("p/.git/config"), as: "read" },
  ] as const;
  const state = readWatchedState({ plan: { cwd: at("p"), mounts, user: ownUser() }, common: at("p/.git") });
  const list = new SteadyFile(at("p/TODO.md")).state;
  saveWatch(openPrivateFolder(at("p"), place()), { kind: "bwrap", name: "untildone-r1", state, list }, by);
}

async function takeBack(): Promise<readonly string[]> {
  const told: string[] = [];
  const emit = (event: RunEvent): void => {
    if (event.type === "file-restored") told.push(event.file.slice(root.length + 1));
    if (event.type === "warning") told.push(event.text);
  };
  await takeBackLeft(place(), { emit } as unknown as RunHost);
  return told;
}

describe("what an agent left for others to run when its run was killed", () => {
  it.each<[string, () => void, string]>([
    ["a folder of other settings", () => put("p/.git/commondir", "../x\n"), "p/.git/commondir"],
    ["objects of another project", () => put("p/.git/objects/info/alternates"), "p/.git/objects/info/alternates"],
    ["a hook", () => put("p/.git/hooks/pre-commit"), "p/.git/hooks/pre-commit"],
    ["a repository with settings", () => plantRepository(), "p/nested/.git"],
    ["a set-user-id program", () => plantProgram(), "p/suid"],
    ["a list that leads out", () => plantLink(), "p/TODO.md"],
  ])("is taken back before the next one: %s", async (_, plant, file) => {
    save();
    plant();
    expect(await takeBack()).toEqual([expect.stringContaining("run r1 was cut off"), file]);
    expect((lstatSync(at(file), { throwIfNoEntry: false })?.mode ?? 0) & 0o4000).toBe(0);
    expect(await takeBack()).toEqual([]);
  });

  const plantRepository = (): void => {
    spawnSync("git", ["init", "-q", at("p/nested")]);
    spawnSync("git", ["-C", at("p/nested"), "config", "core.fsmonitor", "x"]);
  };
  const plantProgram = (): void => {
    put("p/suid");
    chmodSync(at("p/suid"), 0o4755);
  };
  const plantLink = (): void => {
    rmSync(at("p/TODO.md"));
    symlinkSync(at("home/private"), at("p/TODO.md"));
  };

  it("is not looked for while the run goes on", async () => {
    save(thisProcess());
    put("p/.git/commondir", "../x\n");
    expect(await takeBack()).toEqual([]);
    expect(existsSync(at("p/.git/commondir"))).toBe(true);
  });

  it("is nothing if the agent left none, and what a person changed in git's settings stays", async () => {
    save();
    put("p/.git/config", "[user]\n\tname = me\n");
    expect(await takeBack()).toEqual([]);
    expect(readFileSync(at("p/.git/config"), "utf8")).toContain("name = me");
  });

  it("cannot be known if what it is compared with is damaged, which is told once", async () => {
    save();
    const folder = openPrivateFolder(at("p"), place()).path;
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".before"));
    writeFileSync(join(folder, file), readFileSync(join(folder, file), "utf8").replace("bwrap", "other"));
    expect(await takeBack()).toEqual([expect.stringContaining("is damaged: before you use git here")]);
    expect(await takeBack()).toEqual([]);
  });

  it("brings no folder back that a person removed", async () => {
    save();
    rmSync(at("p"), { recursive: true });
    expect(await takeBack()).toEqual([]);
    expect(existsSync(at("p"))).toBe(false);
  });
});
