import type { Breaker } from "../decide/breaker.js";
import { isProven, showProof } from "../decide/proof.js";
import { areFromPerson, taskOfWords } from "../decide/words.js";
import { toAcceptance } from "./acceptance.js";
import { applyDecision, maxProofs } from "./apply-decision.js";
import { emptyRunState, enterRun, findRun, inheritBreaker, maxTasks, type RunState, toEntry } from "./current-run.js";
import { appendToHistory } from "./history.js";
import {
  type AcceptRecord,
  type ParkRecord,
  type ProofRecord,
  type TellRecord,
  type TrackRecord,
  undoneByYou,
  undoneParking,
} from "./person-records.js";
import type { JournalRecord } from "./record.js";

/** Applies one record. Folding the journal with this function gives the state. */
export function applyRecord(runState: RunState, record: JournalRecord): RunState {
  const counted = { ...runState, records: Math.max(runState.records + 1, record.n) };
  switch (record.kind) {
    case "decision":
      return applyDecision(counted, record);
    case "track":
      return applyTrack(counted, record);
    case "breaker":
      return applyBreaker(counted, record.breaker);
    case "accept":
      return applyAccept(counted, record);
    case "tell":
      return applyTell(counted, record);
    case "raise":
    case "control":
    case "grade":
      return counted;
    case "proof":
      return applyProof(counted, record);
    case "park":
      return applyPark(counted, record);
    case "reset":
      return { ...emptyRunState, records: counted.records, breaker: inheritBreaker(counted.breaker) };
  }
}

/** An iteration reported before the last one was judged moves that one to the history unjudged. */
function applyTrack(runState: RunState, record: TrackRecord): RunState {
  const { run, begins } = enterRun(runState, toEntry(record));
  const breaker = begins ? inheritBreaker(runState.breaker) : runState.breaker;
  const history = run.tracked ? appendToHistory(run.history, run.tracked.facts, record.historyLimit) : run.history;
  const iterations = run.iterations + (run.tracked && run.tracked.facts.limited !== true ? 1 : 0);
  return {
    ...runState,
    breaker: record.breaker,
    run: { ...run, ended: false, history, iterations, tracked: { facts: record.facts, breaker } },
  };
}

function applyAccept(runState: RunState, record: AcceptRecord): RunState {
  const { run } = runState;
  const { tasks } = record;
  if (!run) return runState;
  const setAside = (run.setAside ?? []).filter(({ task }) => !tasks.includes(task));
  const accepted = [...new Set([...(run.accepted ?? []), ...tasks])];
  const acceptances = [...(run.acceptances ?? []), toAcceptance(record)];
  return { ...runState, run: { ...run, setAside, accepted, acceptances } };
}

/** A task that is proved late was counted as not proven when it was done. */
function applyProof(runState: RunState, { run: id, task, proof }: ProofRecord): RunState {
  const run = findRun(runState, id);
  if (!run) return runState;
  const lateProofs = [...(run.lateProofs ?? []), { task, proof }].slice(-maxTasks);
  const proved = isProven(proof)
    ? {
        unverified: Math.max(0, (run.unverified ?? 0) - 1),
        unproven: (run.unproven ?? []).filter((each) => each !== task),
        provenBy: [...(run.provenBy ?? []), ...showProof(proof)].slice(-maxProofs),
      }
    : {};
  return { ...runState, run: { ...run, lateProofs, ...proved } };
}

function applyPark(runState: RunState, record: ParkRecord): RunState {
  const { run: id, task, is, parked, failsSince } = record;
  const run = findRun(runState, id);
  if (!run) return runState;
  const undone = applyUndo(run.undone ?? [], record);
  const setAside = (run.setAside ?? []).map((aside) => {
    if (aside.task !== task) return aside;
    const { parked: _, failsSince: __, ...rest } = aside;
    if (is === "parked" && parked) return { ...rest, parked };
    return failsSince.length > 0 ? { ...rest, failsSince } : rest;
  });
  // What a task gained went out with its work.
  const gained = is === "parked" ? (run.doneInRun ?? 0) > 0 : run.gained === true;
  return { ...runState, run: { ...run, setAside, gained, ...(undone.length > 0 || run.undone ? { undone } : {}) } };
}

/** What is brought back is kept under a name of its own. */
function applyUndo(undone: readonly string[], { task, is, why }: ParkRecord): readonly string[] {
  if (is === "parked" && why === undoneByYou) return [...undone.filter((each) => each !== task), task].slice(-maxTasks);
  return is === "back" ? undone.filter((each) => undoneParking(each) !== task) : undone;
}

/** A person's words give the task they are for another chance. */
function applyTell(runState: RunState, { run: id, words }: TellRecord): RunState {
  const run = findRun(runState, id);
  const task = areFromPerson(words) ? taskOfWords(words) : null;
  if (!run || task === null) return runState;
  const setAside = (run.setAside ?? []).map((aside) =>
    aside.task === task ? { ...aside, retry: true as const } : aside,
  );
  return { ...runState, run: { ...run, setAside } };
}

function applyBreaker(runState: RunState, breaker: Breaker): RunState {
  const { run } = runState;
  return { ...runState, breaker, run: run?.tracked ? { ...run, tracked: { ...run.tracked, breaker } } : run };
}
