// Bundled with the sources by the script that uses it: what a run does to judge a claim of a task that has a seal.
import { readFileSync } from "node:fs";
import { outside } from "../../src/agents/sandbox/check-room.ts";
import { loadConfig } from "../../src/config/load.ts";
import { newTestReader } from "../../src/evidence/checks/tests/test-run.ts";
import { checkHidden } from "../../src/evidence/hidden/check-hidden.ts";
import { planChecks } from "../../src/evidence/plan-checks.ts";
import { lookAtWorkspace } from "../../src/evidence/workspace/state.ts";
import { findPrivateFolder } from "../../src/run/records/private-folder.ts";
import { planSeals } from "../../src/run/seals/seal-plans.ts";
import { readTitles } from "../../src/tasks/markdown/read-markdown.ts";

/** A function that judges the project as it is now; a seal that does not count is an error. */
export function openSealedCheck({ cwd, env, home }) {
  const { path } = findPrivateFolder(cwd, { env, home });
  const tasks = readTitles(readFileSync(`${cwd}/TODO.md`, "utf8"));
  const sealed = planSeals(path, tasks);
  const [plan] = sealed.plans;
  if (!plan) throw new Error(`no seal counts in ${cwd}: ${sealed.warnings.join("; ")}`);
  const { plans } = planChecks({ cwd, checks: loadConfig({ cwd, env, home, flags: {} }).checks });
  return async () => {
    const scene = { cwd, signal: undefined, room: outside, newTestReader, logDirectory: null };
    const now = await lookAtWorkspace(cwd);
    // A wrong solution that never ends is refused in any case: nobody waits ten minutes for it here.
    return checkHidden({ ...plan, timeoutSeconds: 60 }, { ...scene, now }, { plans, atStart: undefined });
  };
}
