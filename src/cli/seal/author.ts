import type { Agent } from "../../agents/agent.js";
import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import type { Config } from "../../config/load.js";
import type { Task } from "../../decide/tasks.js";
import { finalMessage } from "../../decide/transcript.js";
import { type CheckPlan, isHiddenPlan } from "../../evidence/plan.js";
import { planChecks } from "../../evidence/plan-checks.js";
import { UserError } from "../../lib/errors.js";
import { makeFolder } from "../../lib/files/disk.js";
import { pathJoin, walkFolder } from "../../lib/files/folder.js";
import { unlinkedTextAt } from "../../lib/files/unlinked.js";
import { sha256Hex } from "../../lib/text/sha256.js";
import { now } from "../../lib/time/clock.js";
import { openDaySpending } from "../../run/records/day-spending.js";
import { type CheckText, lintChecks } from "../../run/seals/lint-checks.js";
import { readRequirements } from "../../run/seals/read-answer.js";
import { digestTask, type Requirement, type Seal } from "../../run/seals/seal.js";
import { tryChecks } from "../../run/seals/try-checks.js";
import { refuseUnusable } from "../../run/start/probe-agents.js";
import { refuseSpentDay } from "../../run/start/refuse-spent-day.js";
import type { Io } from "../command.js";
import { openAuthorPlace } from "./author-place.js";
import { sealPrompt } from "./seal-prompt.js";

/** Where an author writes, from the project's folder; nothing of the project lies there. */
export const authorFolder = "sealed-checks";
const attempts = 2;

export interface Authoring {
  readonly agent: Agent;
  readonly config: Config;
  readonly io: Io;
  readonly spec: string | null;
  readonly timeoutMs: number;
  readonly logs: string;
  /** Our own folders, which are no part of the project. */
  readonly ignore: readonly string[];
  /** All of them, those outside of it included. */
  readonly own: readonly string[];
  /** Where its tests are tried. */
  readonly room: CheckRoom;
  readonly signal: AbortSignal;
}

/** A seal with its files, or why there is none; `told` is for the person either way. */
export interface Authored {
  readonly sealed: { readonly seal: Seal; readonly texts: ReadonlyMap<string, string> } | null;
  readonly why: readonly string[];
  readonly told: readonly string[];
}

/** Asks an author for the checks of a task, in a copy, until they can be sealed, at most twice. */
export async function author(task: Task, authoring: Authoring): Promise<Authored> {
  // In a sandbox nothing of an agent runs outside of it.
  if (authoring.config.sandbox === "none") await refuseUnusable([authoring.agent], authoring.io.cwd, (probe) => probe);
  const { plans } = planChecks({ cwd: authoring.io.cwd, checks: authoring.config.checks });
  let last: Authored = { sealed: null, why: [], told: [] };
  for (let attempt = 1; attempt <= attempts && !authoring.signal.aborted; attempt++) {
    const answer = await ask(task, { ...authoring, plans, refused: last.why, attempt });
    if (typeof answer === "object" && "changed" in answer) return { sealed: null, why: [answer.changed], told: [] };
    last =
      typeof answer === "string"
        ? { sealed: null, why: [answer], told: [] }
        : await judge(task, answer, authoring, plans);
    if (last.sealed) return last;
  }
  return last;
}

interface Asking extends Authoring {
  readonly plans: readonly CheckPlan[];
  readonly refused: readonly string[];
  readonly attempt: number;
}

/** It is not asked again: it would do the same once more. */
interface ChangedProject {
  readonly changed: string;
}

interface WrittenChecks {
  readonly requirements: readonly Requirement[];
  readonly files: readonly CheckText[];
}

/** What the author wrote into its folder; in words what is wrong. */
async function ask(task: Task, asking: Asking): Promise<WrittenChecks | ChangedProject | string> {
  const { io, signal, agent, spec, plans, refused, attempt, logs, timeoutMs } = asking;
  const place = await openAuthorPlace({ ...asking, id: `${process.pid}-${attempt}`, folder: authorFolder });
  if (typeof place === "string") return place;
  try {
    const tests = plans.flatMap((plan) =>
      plan.kind === "command" && plan.reads !== "status" && !isHiddenPlan(plan) ? [plan.words.join(" ")] : [],
    );
    const prompt = sealPrompt({ task, folder: authorFolder, spec, tests, refused });
    const spending = openDaySpending({ owner: io, now, limit: null });
    refuseSpentDay(spending);
    makeFolder(logs);
    const outputFile = `${logs}/${task.id.replaceAll(/\W+/g, "-")}-${attempt}.log`;
    const env = { UNTILDONE_RUN: "seal", UNTILDONE_ITERATION: String(attempt) };
    const options = { cwd: place.cwd, signal, outputFile, timeoutMs, env };
    const { transcript } = await place.runAgent(agent, { prompt, resume: null }, options);
    if (transcript.costUsd) spending?.add(transcript.costUsd, "seal");
    if (transcript.ending.is === "failed")
      throw new UserError({
        what: `${agent.name} gave no answer: ${transcript.ending.failure.message}`,
        where: logs,
        fix: "untildone doctor says what is missing",
      });
    const changed = await place.whyProjectChanged();
    if (changed !== null) return { changed };
    return (await place.whyRefused()) ?? readAnswer(place.cwd, finalMessage(transcript)?.text ?? "");
  } finally {
    await place.close();
  }
}

const mostBytes = 500_000;

function readAnswer(copy: string, message: string): WrittenChecks | string {
  const folder = pathJoin(copy, authorFolder);
  const names = walkFolder(folder, (path) => /(?:__pycache__|node_modules)\/$/.test(path)).files;
  if (names.length === 0) return `the author wrote no check. It says: ${message.slice(0, 500)}`;
  const requirements = readRequirements(unlinkedTextAt(copy, `${authorFolder}/requirements.json`));
  if (typeof requirements === "string") return requirements;
  const files = names
    .filter((name) => name !== "requirements.json")
    .flatMap((name) => {
      const text = unlinkedTextAt(copy, `${authorFolder}/${name}`);
      return text === null ? [] : [{ path: `${authorFolder}/${name}`, text }];
    });
  if (files.length === 0) return "there is no test beside requirements.json";
  return files.reduce((sum, { text }) => sum + text.length, 0) > mostBytes
    ? "the checks are too large"
    : { requirements, files };
}

/** By their text, then on the start. */
async function judge(
  task: Task,
  { requirements, files }: WrittenChecks,
  { agent, io, ignore, signal, room }: Authoring,
  plans: readonly CheckPlan[],
): Promise<Authored> {
  const { refused, told } = lintChecks(requirements, files);
  if (refused.length > 0) return { sealed: null, why: refused, told };
  const tried = await tryChecks(requirements, files, { cwd: io.cwd, plans, ignore, signal, room });
  // One that does not count would still be run: the whole answer is asked for again.
  const all = [...told, ...(tried.told ?? [])];
  if (tried.refused.length > 0 || tried.accepted.length === 0) return { sealed: null, why: tried.refused, told: all };
  const seal: Seal = {
    ...{ version: 1, task: task.id, title: task.title, text: digestTask(task), author: agent.name },
    at: new Date(now()).toISOString(),
    requirements,
    command: tried.command,
    files: files.map(({ path, text }) => ({ path, sha256: sha256Hex(text) })),
  };
  return { sealed: { seal, texts: new Map(files.map(({ path, text }) => [path, text])) }, why: [], told: all };
}
