import type { Task } from "../core/tasks.js";
import type { ListProblem } from "./markdown-found.js";

/** Words that tell what a task waits for. */
export interface Waits {
  readonly text: string;
  /** "Blocked by": where it names no task, it is the reason why this one is blocked. */
  readonly blocks: boolean;
}

const line =
  /^(depends on|dependencies|dependency|depends|blocked by|requires|prerequisites?|after)\s*(:)?\s*(\S.*)$/iu;
const inline = /[([](depends on|deps?|after|blocked by|requires)\s*:?\s+([^\])]{1,200})[\])]/iu;
const nothing = /^(?:none|nothing|no|n\/a|-|–|—|nil)\b\.?/iu;

/** "Depends on: 1, 2", "Blocked by T3", or "(depends on T1)" inside a title. */
export function readWaits(text: string): Waits | undefined {
  const whole = line.exec(text);
  if (whole?.[1] && whole[3] && (whole[2] || /\bon$|\bby$/i.test(whole[1])))
    return { text: whole[3], blocks: /^blocked/i.test(whole[1]) };
  const part = inline.exec(text);
  return part?.[1] && part[2] ? { text: part[2], blocks: /^blocked/i.test(part[1]) } : undefined;
}

interface Draft {
  readonly task: Task;
  readonly waits: readonly Waits[];
}

/** Tasks with what they wait for as ids of the list. What is no task is named, or is why a task is blocked. */
export function resolveWaits(drafts: readonly Draft[]): { tasks: readonly Task[]; problems: readonly ListProblem[] } {
  const problems: ListProblem[] = [];
  const ids = new Map(drafts.map(({ task }) => [task.id.toLowerCase(), task.id]));
  const positions = drafts.map(({ task }) => task.id);
  const tasks = drafts.map(({ task, waits }) => {
    if (waits.length === 0) return task;
    const dependsOn: string[] = [];
    let blocked: string | null = null;
    for (const wait of waits) {
      const named = nothing.test(wait.text) ? [] : wait.text.split(/[,;&]|\s+and\s+/u).map(referenceIn);
      const known = named.map((name) => (name === undefined ? undefined : find(name, ids, positions)));
      dependsOn.push(...known.filter((id) => id !== undefined));
      if (known.every((id) => id !== undefined)) continue;
      if (wait.blocks) blocked = wait.text;
      else
        problems.push({
          line: task.line ?? 0,
          message: `waits for something that is no task: ${wait.text.slice(0, 80)}`,
        });
    }
    const isBlocked = blocked !== null && (task.status === "todo" || task.status === "doing");
    return {
      ...task,
      dependsOn: [...new Set(dependsOn)],
      ...(isBlocked ? { status: "blocked" as const, reason: blocked } : {}),
    };
  });
  return { tasks, problems };
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
function find(name: string, ids: ReadonlyMap<string, string>, positions: readonly string[]): string | undefined {
  const own = ids.get(name.toLowerCase());
  if (own !== undefined) return own;
  const position = /^[tT]?0*(\d{1,6})$/.exec(name)?.[1];
  const at = position === undefined ? undefined : positions[Number(position) - 1];
  return at ?? (/\d/.test(name) ? name : undefined);
}
