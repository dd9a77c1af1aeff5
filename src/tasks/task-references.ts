import type { Task } from "../decide/tasks.js";
import type { ListProblem } from "./markdown/found.js";

/** Words that tell what a task waits for. */
export interface Waits {
  readonly text: string;
  /** "Blocked by": where it names no task, it is the reason why this one is blocked. */
  readonly blocks: boolean;
}

const line =
  /^(depends on|dependencies|dependency|depends|blocked by|requires|prerequisites?|after)\s*(:)?\s*(\S.*)$/iu;
const inline = /[([](depends on|deps?|after|blocked by|requires)\s*:?\s+([^\])]{1,200})[\])]/iu;
const mayWait = /dep|block|requires|prereq|after/i;
const nothing = /^(?:(?:none|nothing|no|n\/a|nil)\b|[-–—]+\s*$)/iu;

/** "Depends on: 1, 2", "Blocked by T3", or "(depends on T1)" inside a title. */
export function readWaits(text: string): Waits | undefined {
  if (!mayWait.test(text)) return undefined;
  const whole = line.exec(text);
  if (whole?.[1] && whole[3] && (whole[2] || /\bon$|\bby$/i.test(whole[1])))
    return { text: whole[3], blocks: /^blocked/i.test(whole[1]) };
  const part = inline.exec(text);
  return part?.[1] && part[2] ? { text: part[2], blocks: /^blocked/i.test(part[1]) } : undefined;
}

interface Resolved {
  readonly tasks: readonly Task[];
  readonly problems: readonly ListProblem[];
  /** Positions of those that words hold back: open, they read as blocked. */
  readonly heldBack: ReadonlySet<number>;
}

/** Tasks with what they wait for as ids of the list. What is no task is named, or is why a task is blocked. */
export function resolveWaits(tasks: readonly Task[], waits: ReadonlyMap<number, readonly Waits[]>): Resolved {
  if (waits.size === 0) return { tasks, problems: [], heldBack: new Set() };
  const problems: ListProblem[] = [];
  const heldBack = new Set<number>();
  const ids = new Map(tasks.map(({ id }) => [id.toLowerCase(), id]));
  const known: KnownTaskIds = { ids, at: (position) => tasks[position - 1]?.id };
  const resolved = tasks.map((task, at) => {
    const named = waits.get(at);
    return named ? waiting(task, named, { known, problems, hold: () => heldBack.add(at) }) : task;
  });
  return { tasks: resolved, problems, heldBack };
}

interface KnownTaskIds {
  readonly ids: ReadonlyMap<string, string>;
  at(position: number): string | undefined;
}

function waiting(
  task: Task,
  waits: readonly Waits[],
  { known, problems, hold }: { known: KnownTaskIds; problems: ListProblem[]; hold: () => void },
): Task {
  const dependsOn = new Set<string>();
  let blocked: string | null = null;
  for (const { text, blocks } of waits) {
    const named = nothing.test(text) ? [] : text.split(/[,;&]|\s+and\s+/u).map(referenceIn);
    const found = named.map((name) => (name === undefined ? undefined : find(name, known)));
    for (const id of found) if (id !== undefined) dependsOn.add(id);
    if (found.every((id) => id !== undefined)) continue;
    if (blocks) blocked = text;
    else problems.push({ line: task.line ?? 0, message: `waits for something that is no task: ${text.slice(0, 80)}` });
  }
  if (blocked !== null) hold();
  const isBlocked = blocked !== null && (task.status === "todo" || task.status === "doing");
  return { ...task, dependsOn: [...dependsOn], ...(isBlocked ? { status: "blocked", reason: blocked } : {}) };
}

/** The one word that may be an id, without "task" and "#" before it and what is in brackets after it. */
function referenceIn(text: string): string | undefined {
  const plain = text
    .replace(/\([^)]*\)/u, "")
    .replaceAll(/[`*[\]]/g, "")
    .trim()
    .replace(/\.$/u, "");
  return /^(?:(?:task|story|step|item|issue|bead)s?\s+)?#?([\w.-]{1,60})$/iu.exec(plain)?.[1];
}

/** An id of the list, a position in it, or a name with a number that the list does not have: a missing one. */
function find(name: string, known: KnownTaskIds): string | undefined {
  const own = known.ids.get(name.toLowerCase());
  if (own !== undefined) return own;
  const position = /^[tT]?0*(\d{1,6})$/.exec(name)?.[1];
  const at = position === undefined ? undefined : known.at(Number(position));
  return at ?? (/\d/.test(name) ? name : undefined);
}
