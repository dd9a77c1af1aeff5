import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bin, jsonLines, Workplace } from "../e2e/cli.js";

/** The status of a run is its own, whatever becomes of its reader, its terminal, or who signals it. */

const run = "untildone run --agent scripted --script .ralph/script.json --tasks TODO.md --max-iterations 3";

/** An agent that works for three turns and never claims: the run ends as aborted, status 2. */
function workplace(hangs = false): Workplace {
  const place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  place.write(".gitignore", ".ralph/\n");
  place.commitAll();
  const step = (file: string) => ({ write: { [file]: "1\n" }, say: "Still working." });
  const steps = hangs ? [{ ...step("a"), hang: true }] : [step("a"), step("b"), step("c")];
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  return place;
}

const countDecisions = (place: Workplace): number =>
  jsonLines(place.read(".ralph/decisions.jsonl")).filter(({ kind }) => kind === "decision").length;

describe("a reader that goes away", () => {
  it.each([
    { how: "head", command: `${run} | head -1 > /dev/null; echo \${PIPESTATUS[0]}` },
    { how: "head of the events", command: `${run} --json | head -1 > /dev/null; echo \${PIPESTATUS[0]}` },
    { how: "a program that fails", command: `set -o pipefail; ${run} | false; echo \${PIPESTATUS[0]}` },
    { how: "a closed descriptor", command: `${run} >&-; echo $?` },
    { how: "a full disk", command: `${run} > /dev/full; echo $?` },
  ])("$how: the run continues, and its status is its own", ({ command }) => {
    using place = workplace();
    expect(place.bash(command).out.trim()).toBe("2");
    expect(countDecisions(place)).toBe(3);
  });

  it("lets a listing end", () => {
    using place = workplace();
    place.bash(run);
    expect(place.bash(`untildone history | head -1; echo \${PIPESTATUS[0]}`).out).toMatch(/\n0\n$/);
  });
});

describe("a signal", () => {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGXCPU"] as const;
  it.each(signals)("%s ends the run as interrupted, with a record", async (signal) => {
    using place = workplace(true);
    const child = spawn(process.execPath, [bin, ...run.split(" ").slice(1)], {
      cwd: place.path,
      stdio: "pipe",
      env: place.ownEnv,
    });
    for await (const chunk of child.stdout) if (String(chunk).includes("iteration 1")) break;
    child.kill(signal);
    if (signal === "SIGINT") setTimeout(() => child.kill(signal), 200); // The first one lets the iteration end.
    expect(await once(child, "exit")).toEqual([3, null]);
    expect(countDecisions(place)).toBe(1);
  });

  it("SIGHUP is not for a run under nohup", () => {
    using place = workplace();
    const kill = "until grep -q 'iteration 1' nohup.log; do sleep 0.05; done; kill -HUP $!; wait $!; echo $?";
    expect(
      place.bash(`nohup "${process.execPath}" "${bin}" ${run.slice(10)} > nohup.log 2>&1 & ${kill}`).out.trim(),
    ).toBe("2");
  });
});

describe.skipIf(!existsSync("/usr/bin/script"))("a terminal that is closed", () => {
  it("does not change how the run ends", async () => {
    using place = workplace();
    // The shell that leads the session survives, so nobody is told: the run only fails to print.
    const words = ["-qfec", `trap '' HUP; "${process.execPath}" "${bin}" ${run.slice(10)}; echo $? > status.txt`];
    const child = spawn("script", [...words, "/dev/null"], { cwd: place.path, stdio: ["pipe", "pipe", "ignore"] });
    for await (const chunk of child.stdout) if (String(chunk).includes("run ")) break;
    child.kill("SIGKILL");
    const readStatus = (): string | null => (existsSync(`${place.path}/status.txt`) ? place.read("status.txt") : null);
    await expect.poll(readStatus, { timeout: 20_000 }).toBe("2\n");
    expect(countDecisions(place)).toBe(3);
  }, 30_000);
});
