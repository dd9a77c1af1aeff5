import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Io } from "../../src/cli/command.js";
import { run as runCommand } from "../../src/cli/commands/run.js";
import { runConfig } from "../../src/cli/flags/run-flags.js";
import { readArguments } from "../../src/cli/read-arguments.js";
import { describeReach } from "../../src/report/bundle/key-reach.js";
import type { RanIn, RunRecord } from "../../src/run/records/run-record.js";
import { makeRecord } from "../../src/run/start/make-record.js";
import type { RunOptions } from "../../src/run/start/options.js";

interface Start {
  readonly file?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What a record says after a start with this file, these flags and this environment. */
function start({ file = "", flags = [], env = {} }: Start, resume: RunRecord | null = null): RunRecord {
  const cwd = mkdtempSync(join(tmpdir(), "untildone-reach-"));
  try {
    mkdirSync(join(cwd, ".ralph"));
    writeFileSync(join(cwd, ".ralph/config.yaml"), file);
    const config = runConfig(readArguments(runCommand, flags), { cwd, env, home: "" } as Io, resume?.sources);
    const options = { config, flags: {}, tasks: "TODO.md", checks: {}, resume } as unknown as RunOptions;
    const parts = { plans: [] } as never;
    return makeRecord(options, { id: "r", project: cwd, stateFolder: cwd, parts, gitSettings: null });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const same = { keyReach: "same-user", sandbox: null };
const inside = (sandbox: string) => ({ keyReach: "sandbox", sandbox });
const checksOutside = (sandbox: string) => ({ keyReach: "checks-outside", sandbox });
const bwrap = "sandbox: bwrap\n";

describe("who could reach the key", () => {
  it.each<[string, Start, object]>([
    ["nothing is said", {}, same],
    ["the file says none", { file: "sandbox: none\n" }, same],
    ["the file names a sandbox", { file: bwrap }, inside("bwrap")],
    ["only the flag names one", { flags: ["--sandbox", "bwrap"] }, inside("bwrap")],
    ["the flag takes that of the file away", { file: bwrap, flags: ["--sandbox", "none"] }, same],
    ["--set takes it away", { file: bwrap, flags: ["--set", "sandbox=none"] }, same],
    ["--set names one", { flags: ["--set", "sandbox=podman"] }, inside("podman")],
    ["the flag adds one", { file: "sandbox: none\n", flags: ["--sandbox", "podman"] }, inside("podman")],
    ["the flag names another", { file: bwrap, flags: ["--sandbox", "docker"] }, inside("docker")],
    ["the environment names one", { env: { UNTILDONE_SANDBOX: "bwrap" } }, inside("bwrap")],
    ["the environment takes it away", { file: bwrap, env: { UNTILDONE_SANDBOX: "none" } }, same],
    ["the file has the checks outside", { file: `${bwrap}checksOutside: true\n` }, checksOutside("bwrap")],
    ["a flag has them outside", { flags: ["--sandbox", "docker", "--checks-outside"] }, checksOutside("docker")],
    [
      "--set has them inside again",
      { file: `${bwrap}checksOutside: true\n`, flags: ["--set", "checksOutside=false"] },
      inside("bwrap"),
    ],
    ["checks are outside of no sandbox", { flags: ["--checks-outside"] }, same],
  ])("is told where %s", (_, given, told) => {
    expect(describeReach(start(given).ranIn)).toEqual(told);
  });

  it.each<[Start, Start, object]>([
    [{ file: bwrap }, {}, inside("bwrap")],
    [{ file: bwrap }, { flags: ["--sandbox", "none"] }, same],
    [{}, { flags: ["--sandbox", "bwrap"] }, same],
    [{ flags: ["--sandbox", "bwrap"] }, { flags: ["--sandbox", "podman"] }, inside("bwrap, podman")],
    [{ file: bwrap }, { flags: ["--checks-outside"] }, checksOutside("bwrap")],
  ])("of a run started with %j and resumed with %j is the worse of both", (first, second, told) => {
    expect(describeReach(start(second, start(first)).ranIn)).toEqual(told);
  });

  it("is unknown where the first start is not known", () => {
    const { ranIn: _, ...older } = start({ file: bwrap });
    expect(describeReach(start({}, older).ranIn)).toEqual({ keyReach: "unknown", sandbox: null });
    expect(describeReach([] as RanIn[])).toEqual({ keyReach: "unknown", sandbox: null });
  });
});
