import { existsSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FleetPlace, isRedisThere, until } from "./fleet-place.js";

const begun = { write: { "parts/T1a": "whole\n" }, silent: true, say: "The first file is written." };
const rest = { write: { "parts/T1b": "whole\n" } };

/** What git says on a full disk, for some commands, while a file says that it is full. */
const fullDisk = (full: string, commands: string): string => `if [ -e ${full} ]; then
  case " $* " in ${commands}) echo "fatal: write error: No space left on device" >&2; exit 128;; esac
fi
PATH=${process.env["PATH"]} exec git "$@"`;

describe.skipIf(!isRedisThere)("work that cannot be committed", { timeout: 300_000 }, () => {
  it("is never called done: the last checkpoint fails on a full disk, and another worker does that turn again", async () => {
    await using place = await FleetPlace.open();
    const full = place.gate("full");
    // The old commit passes the check as well: nothing but the missing work shows that it is not the last one.
    const verify = `if [ -e parts/T1b ] && [ ! -e ${full}-over ]; then touch ${full}; fi\nexit 0\n`;
    const bare = place.repository("one", "- [ ] T1: first\n", { "verify.sh": verify });
    place.script({ T1: [begun, rest] });
    const id = await place.submit([bare]);
    const git = fullDisk(full, "*' commit-tree '*|*' write-tree '*|*' --update-shallow '*");
    const bad = place.worker("bad", [], place.brokenProgram("git", git));
    const { why } = await bad.sees("worker-drained");
    expect(why).toContain("the disk of this worker is full");
    expect(await place.task(id, "T1")).toMatchObject({ status: "waiting", iterations: 2 });
    writeFileSync(`${full}-over`, "");
    place.worker("good");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(place.turns("T1")).toBe(3);
    for (const part of ["T1a", "T1b"]) expect(place.show(bare, id, `parts/${part}`)).toBe("whole");
  });

  it("nor published without its mark: the worker that cannot commit the mark leaves it to another", async () => {
    await using place = await FleetPlace.open();
    const full = place.gate("full");
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [{ write: { "parts/T1": "whole\n", [full]: "" } }] });
    const id = await place.submit([bare]);
    const inCommon = `case $(pwd) in */common) ;; *) PATH=${process.env["PATH"]} exec git "$@";; esac\n`;
    const git = `${inCommon}${fullDisk(full, "*' commit-tree '*")}`;
    const bad = place.worker("bad", [], place.brokenProgram("git", git));
    expect((await bad.sees("worker-drained")).why).toContain("the mark of task T1 cannot be committed");
    place.worker("good");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
    expect(place.turns("T1")).toBe(1);
  });

  it("nor when git cannot take it: a worker lost right after the claim hands it on with what to do about it", async () => {
    await using place = await FleetPlace.open();
    const claimed = place.gate("claimed");
    const bare = place.repository("one", "- [ ] T1: first\n");
    const nested = { "own/.git/HEAD": "ref: refs/heads/main\n", "own/.git/objects/x": "", "own/.git/refs/x": "" };
    const whole = { "parts/T1": "whole\n" };
    place.script({
      T1: [{ write: { ...whole, ...nested, [claimed]: "" } }, { write: { "parts/T1": "whole, alone\n" } }],
    });
    const id = await place.submit([bare]);
    // Its state is written down by the time it looks for the common branch.
    const wait = `case " $* " in *' --update-shallow '*) while [ -e ${claimed} ]; do touch ${claimed}-seen; sleep 0.05; done;; esac`;
    const worker = place.worker(
      "w1",
      [],
      place.brokenProgram("git", `${wait}\nPATH=${process.env["PATH"]} exec git "$@"`),
    );
    await until(() => existsSync(`${claimed}-seen`), "the claim is written down");
    await worker.end("SIGKILL");
    rmSync(claimed);
    place.worker("w2");
    await place.ended(id);
    expect((await place.cli(["status", id])).code).toBe(0);
    expect(place.turns("T1")).toBe(2);
    expect(place.show(bare, id, "parts/T1")).toBe("whole, alone");
  });
});
