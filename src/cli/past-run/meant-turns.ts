import { UserError } from "../../lib/errors.js";
import type { PastRun, PastTurn } from "./past-run.js";

/** The turns that a word means: those of a task, or one by its number. */
export interface MeantTurns {
  /** For messages: "T2", "task 2" or "turn 3". */
  readonly label: string;
  readonly task: string | null;
  readonly iterations: readonly number[];
}

/** "T2", "3", "task:2" or "turn:3". A list without ids numbers its tasks, too: then a number alone may mean either. */
export function findTurns(word: string, run: PastRun): MeantTurns {
  const [, kind, rest = ""] = /^(task|turn):(.+)$/.exec(word) ?? [null, null, word];
  const ofTask = kind === "turn" ? [] : run.turns.filter(({ task }) => task === rest);
  const turn = kind === "task" ? undefined : findTurn(rest, run.turns);
  if (ofTask.length > 0 && turn && !isSame(ofTask, turn)) throw bothExist(word, run);
  if (ofTask.length > 0)
    return { label: labelTask(rest), task: rest, iterations: ofTask.map(({ iteration }) => iteration) };
  if (turn) return { label: `turn ${turn.iteration}`, task: null, iterations: [turn.iteration] };
  throw neither(rest, run);
}

const findTurn = (word: string, turns: readonly PastTurn[]): PastTurn | undefined =>
  /^#?\d{1,9}$/.test(word) ? turns.find(({ iteration }) => iteration === Number(word.replace("#", ""))) : undefined;

const isSame = ([only, ...more]: readonly PastTurn[], turn: PastTurn): boolean => more.length === 0 && only === turn;

/** A number alone reads as a turn. */
const labelTask = (task: string): string => (/^\d/.test(task) ? `task ${task}` : task);

const bothExist = (word: string, { id }: PastRun): UserError =>
  new UserError({
    what: `${word} is a task and a turn, and they are not the same`,
    where: `run ${id}`,
    fix: `say which: task:${word} or turn:${word}`,
  });

function neither(word: string, { id, turns, findOther }: PastRun): UserError {
  const other = findOther(word);
  const tasks = [...new Set(turns.flatMap(({ task }) => task ?? []))];
  const known = `a task${tasks.length > 0 ? ` (${tasks.slice(0, 10).join(", ")})` : ""} or a turn from 1 to ${turns.at(-1)?.iteration ?? 0}`;
  return new UserError({
    what: `${JSON.stringify(word)} is no task and no turn of this run`,
    where: `run ${id}`,
    fix: other === null ? `name ${known}` : `run ${other} worked on it: add --run ${other}; here it is ${known}`,
  });
}
