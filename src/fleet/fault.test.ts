import { describe, expect, it } from "vitest";
import { UserError } from "../lib/errors.js";
import { explainUserWrite, explainWrite } from "../lib/files/explain-write.js";
import { writeIn } from "../run/records/private-folder.js";
import { RefusedStart, SetupFailed } from "../run.js";
import { findFault, LogInRefused, RepositoryFault, readTrouble, WorkerFault } from "./fault.js";
import { nextPause, type Pause, readPause } from "./pause.js";

describe("whose fault it is", () => {
  const coded = (code: string) => Object.assign(new Error("write failed"), { code });
  const outside = (error: Error): unknown => {
    try {
      return writeIn({ path: "/state", project: "/work" }, () => {
        throw error;
      });
    } catch (explained) {
      return explained;
    }
  };
  const at = (where: string) => new UserError({ what: "it cannot be used", where });
  it.each<[string, unknown, string]>([
    ["an agent that cannot be started", at("--agent claude"), "worker"],
    ["a command that is not there", at("--command"), "worker"],
    ["a sandbox that cannot be made", at("--sandbox bwrap"), "worker"],
    ["an image that is not there", at("--sandbox-image"), "worker"],
    ["a check that cannot run in this clone", new RefusedStart({ what: "no jest", where: "/c" }), "place"],
    ["packages that cannot be installed", new SetupFailed({ what: "exit code 1", where: "/log" }), "place"],
    ["a list of the repository", at("TODO.md --agent"), "task"],
    ["a setting of the repository", at("--agents-of-others"), "task"],
    ["the same text in another kind of error", new Error("--sandbox bwrap"), "task"],
    ["a full disk, by its code", coded("ENOSPC"), "worker"],
    ["a quota", coded("EDQUOT"), "worker"],
    ["too many files", coded("EMFILE"), "worker"],
    ...["ENOSPC", "EDQUOT", "EROFS"].map((code): [string, unknown, string] => [
      `${code} in words for people`,
      explainWrite(coded(code), "/state/journal.jsonl"),
      "worker",
    ]),
    ["a full disk, at a file that was named", explainUserWrite(coded("ENOSPC"), "out.txt"), "worker"],
    ["a read-only file that was named", explainUserWrite(coded("EROFS"), "out.txt"), "worker"],
    ["a full disk under the folder kept outside the project", outside(coded("ENOSPC")), "worker"],
    ["the folder of the state may not be written", explainWrite(coded("EACCES"), "/state"), "task"],
    ["a full disk, in git's words", new Error("fatal: write error: No space left on device"), "worker"],
    ["no memory", new Error("fork: Cannot allocate memory"), "worker"],
    ["an agent that cannot be used", new WorkerFault("the agent is not logged in: 401"), "worker"],
    ["a full disk of the other side", new Error("remote: fatal: write error: No space left on device"), "task"],
    ["a remote that asks for a log-in", new LogInRefused("could not read Username", "https://x/a"), "place"],
    ["a remote", new RepositoryFault("away", { why: "timed out", url: "u" }), "repository"],
    ["a missing file", coded("ENOENT"), "task"],
    ["anything else", new Error("others were first 50 times"), "task"],
    ["not even an error", "no", "task"],
  ])("%s", (_, error, of) => {
    expect(findFault(error).of).toBe(of);
  });

  it.each([
    ["ssh: connect to host git.example.com port 22: Connection refused", "away"],
    ["fatal: unable to access 'https://x/': Could not resolve host: x", "away"],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 503", "away"],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 403", "read-only"],
    ["ERROR: Permission to acme/shop.git denied to bob.", "read-only"],
    ["! [remote rejected] main -> main (pre-receive hook declined)", "read-only"],
    ["fatal: repository 'https://x/a.git/' not found", "gone"],
    ["ERROR: Repository not found.", "gone"],
    ["fatal: '/srv/a.git' does not appear to be a git repository", "gone"],
  ])("%s: %s", (why, is) => {
    expect(readTrouble(why)).toBe(is);
  });
});

describe("a repository that is left alone", () => {
  const fault = { is: "away", why: "timed out" } as const;
  const patience = { firstMs: 1_000, mostMs: 10_000 };
  const at = (now: number) => ({ now, patience });

  it("is tried again after twice as long each time, until patience runs out", () => {
    const lengths: number[] = [];
    let now = 0;
    for (let pause: Pause | null = null; ; now = pause.until) {
      pause = nextPause(pause, fault, at(now));
      if (pause === null) break;
      lengths.push(pause.until - now);
    }
    expect(lengths).toEqual([1_000, 2_000, 4_000, 3_000]);
    expect(now).toBe(10_000);
  });

  it("is left alone for an hour at most", () => {
    const long = { firstMs: 60_000, mostMs: 1e9 };
    const known = { ...fault, since: 0, times: 30, until: 5 };
    expect(nextPause(known, fault, { now: 5, patience: long })?.until).toBe(5 + 3_600_000);
  });

  it("is not left alone for longer because a second task met the same", () => {
    const known = { ...fault, since: 0, times: 1, until: 1_000 };
    expect(nextPause(known, fault, at(500))).toBe(known);
    expect(nextPause(known, fault, at(1_000))).toMatchObject({ times: 2, until: 3_000 });
  });

  it.each(["", "{}", "[]", '{"is":"away","why":"x","since":0,"times":"1","until":2}'])("is not one: %j", (text) => {
    expect(readPause(text)).toBeNull();
  });
});
