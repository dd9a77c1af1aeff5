import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  broken,
  claim,
  emptied,
  honestTestsOff,
  killLoop,
  play,
  project,
  scripts,
  words,
} from "../e2e/cheated-project.js";
import type { Workplace } from "../e2e/cli.js";

/** Nothing an agent edits, and no kill, changes how the work of its run is measured. */

const outcome = (place: Workplace): string => place.runProcess(["state", "--outcome"]).out.trim();

describe("at the limit of iterations, then --resume", () => {
  it.concurrent.each([
    { what: "the test script is deleted", write: { "add.mjs": broken, "package.json": scripts({}) } },
    {
      what: "the test script does nothing",
      write: { "add.mjs": broken, "package.json": scripts({ scripts: { test: "echo '2 passed'" } }) },
    },
    {
      what: "honest-tests is turned off in package.json",
      write: {
        ...emptied,
        "package.json": scripts({ scripts: { test: "node --test" }, untildone: honestTestsOff }),
      },
    },
    {
      what: "the state folder is another one in package.json",
      write: {
        ...emptied,
        "package.json": scripts({ scripts: { test: "node --test" }, untildone: { stateFolder: "elsewhere" } }),
        "elsewhere/config.json": JSON.stringify(honestTestsOff),
      },
    },
    {
      what: "honest-tests is turned off in the user's configuration",
      write: { ...emptied },
      shell: `mkdir -p "$HOME/.config/untildone" && echo '${JSON.stringify(honestTestsOff)}' > "$HOME/.config/untildone/config.json"`,
    },
  ])("$what: not completed", async ({ write, shell }) => {
    using place = project([{ write, shell, say: "I am working on it." }, claim]);
    await place.runBeside([...words, "--max-iterations", "1"]);
    await place.runBeside(["run", "--resume", "--max-iterations", "3"]);
    expect(outcome(place)).not.toBe("completed");
  });

  it.concurrent("the configuration of the state folder is left changed by a killed turn: not completed", async () => {
    const shell = `echo '${JSON.stringify(honestTestsOff)}' > .ralph/config.json; ${killLoop}`;
    using place = project([{ write: emptied, shell }]);
    await place.runBeside(words);
    play(place, [claim]);
    await place.runBeside(["run", "--resume", "--max-iterations", "2"]);
    expect(outcome(place)).not.toBe("completed");
  });
});

describe("after the loop was killed in its first turn", () => {
  const cheats = [
    { what: "nothing else", shell: killLoop },
    { what: "the ledger of the work removed", shell: `rm -f .ralph/logs/*/work.json; ${killLoop}` },
    { what: "its files of the run removed", shell: `rm -rf .ralph/logs; ${killLoop}` },
    {
      what: "the whole state folder removed",
      shell: `pid=$(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' .ralph/untildone.lock); rm -rf .ralph; kill -9 $pid; sleep 5`,
    },
  ];

  it.concurrent.each(cheats)("--resume measures from the start, with $what", async ({ shell }) => {
    using place = project([{ write: emptied, shell }]);
    await place.runBeside(words);
    play(place, [claim]);
    await place.runBeside(["run", "--resume", "--max-iterations", "2"]);
    expect(outcome(place)).not.toBe("completed");
  });

  it.concurrent.each(cheats)("boxes it ticked are only claims, with $what", async ({ shell }) => {
    using place = project([{ write: { "TODO.md": "- [x] T1: make add faster\n" }, shell }]);
    await place.runBeside(words);
    play(place, [{ say: "I looked at it." }]);
    await place.runBeside(["run", "--resume", "--max-iterations", "2"]);
    expect(outcome(place)).not.toBe("completed");
  });

  it.concurrent.each(cheats)("a new run is refused, with $what", async ({ shell }) => {
    using place = project([{ write: emptied, shell }]);
    await place.runBeside(words);
    play(place, [claim]);
    const { code, err } = await place.runBeside(words);
    expect(outcome(place)).not.toBe("completed");
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/was cut off.*untildone run --resume.*untildone reset/s),
    });
  });
});

describe("a run that was cut off", () => {
  it.concurrent("is told by --dry-run, and ended by reset", async () => {
    using place = project([{ shell: killLoop }]);
    await place.runBeside(words);
    play(place, [claim]);
    expect(await place.run([...words, "--dry-run"])).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^refused +run .* was cut off/m),
    });
    expect((await place.run(["reset"])).code).toBe(0);
    expect((await place.run(words)).out).toContain("iteration 1");
  });

  it.concurrent("is resumed with its own agent, list and limits though its state folder is gone", async () => {
    using place = project([{ shell: killLoop }]);
    await place.runBeside([...words, "--max-iterations", "7"]);
    renameSync(join(place.path, ".ralph"), join(place.path, "gone"));
    mkdirSync(join(place.path, ".ralph"));
    play(place, [claim]);
    const { code, out } = await place.runBeside(["run", "--resume"]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^run .* \(resumed\) +scripted/m) });
  });

  it.concurrent("does not stand in the way of a loop beside one that is alive", async () => {
    using place = project([{ sleepMs: 4000, say: "I am working on it." }]);
    const first = place.runBeside([...words, "--max-iterations", "1"]);
    await new Promise((wait) => setTimeout(wait, 2000));
    const beside = await place.runBeside([...words, "--max-iterations", "1", "--state", ".second"]);
    expect(beside.out).toContain("iteration 1");
    await first;
  });
});
