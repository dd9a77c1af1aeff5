import { resolve } from "node:path";
import { readGoal } from "../hook/goal.js";
import { isAnythingAsked } from "../hook/held-checks.js";
import { judgeStop } from "../hook/judge-stop.js";
import { logStop } from "../hook/log-stop.js";
import { readSession } from "../hook/session.js";
import type { StopPlace } from "../hook/stop-place.js";
import type { StopAnswer, StopRequest } from "../hook/stop-request.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import { listFile } from "../tasks/find-list.js";
import { readConfig } from "./flags/config-flags.js";
import type { HookTerms } from "./hook-terms.js";
import { hasReviewers } from "./judge-with-reviewers.js";
import { loadList } from "./task-list.js";

/** Judges a stop by what is asked for in its project; null if nothing is. */
export async function judgeAtPlace(request: StopRequest, terms: HookTerms): Promise<StopAnswer | null> {
  const place = await openPlace(terms);
  if (!isAnythingAsked(place) && !isHeldToGoal(request, place)) return null;
  const answer = await judgeStop(request, place);
  logStop(place.folder, request, answer);
  return answer;
}

function isHeldToGoal(request: StopRequest, { cwd, owner }: StopPlace): boolean {
  const folder = findPrivateFolder(cwd, owner);
  return folder !== null && readSession(folder, request)?.held != null;
}

export async function openPlace({ args, cwd, signal, ...given }: HookTerms): Promise<StopPlace> {
  const io = { ...given.io, cwd };
  const config = readConfig(args, io);
  const { list, tasks } = await loadList(undefined, config, io);
  const owner = { env: io.env, home: io.home };
  const reviewers = hasReviewers(config)
    ? (await import("./resolve-reviewers.js")).resolveReviewers(config, io)
    : undefined;
  return {
    cwd,
    owner,
    config,
    folder: resolve(cwd, config.stateFolder),
    tasks,
    tasksFile: listFile(list),
    goal: readGoal(cwd, owner),
    ...(reviewers ? { reviewers } : {}),
    signal: signal(),
  };
}
