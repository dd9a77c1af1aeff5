import { UserError } from "../../lib/errors.js";
import { openRepository } from "../../lib/git/git.js";
import { plural } from "../../lib/text/plural.js";
import { now } from "../../lib/time/clock.js";
import { findReverts, type Revert } from "../../run/learning/find-reverts.js";
import { readOutcomes } from "../../run/learning/read-outcomes.js";
import { Store } from "../../store/store.js";
import type { Io } from "../command.js";

/** Grades tasks as wrong whose checkpoints somebody reverted. What was found before is not recorded again. */
export async function scanReverts(folder: string, io: Io): Promise<number> {
  const reader = readOutcomes(folder);
  const opened = await openRepository(io.cwd);
  if (!opened.ok) throw refuse(opened.why);
  const found = await findReverts(opened, reader.claims());
  if (typeof found === "string") throw refuse(found);
  const known = reader.outcomes().flatMap(({ verdicts }) => verdicts.filter(({ from }) => from === "git"));
  const added = found.filter(({ commit }) => !known.some(({ by }) => by === commit));
  record(folder, added);
  for (const { commit, run, task } of added)
    io.out(`${task} of run ${run} is graded wrong: ${commit.slice(0, 12)} reverts it\n`);
  const before = found.length - added.length;
  io.out(
    `${plural(found.length, "revert")} of this project's runs found${before > 0 ? `, ${before} of them before` : ""}\n`,
  );
  return 0;
}

function record(folder: string, reverts: readonly Revert[]): void {
  if (reverts.length === 0) return;
  const store = Store.open({ folder, command: "grade", now: now() });
  try {
    const at = new Date(now()).toISOString();
    for (const { run, task, commit } of reverts)
      store.append({ kind: "grade", at, run, task, is: "wrong", why: "reverted in git", by: commit, from: "git" });
    store.snapshot();
  } finally {
    store.close();
  }
}

const refuse = (why: string): UserError =>
  new UserError({
    what: `git cannot be asked: ${why}`,
    where: "untildone grade --scan",
    fix: "run it in the project's repository",
  });
