import type { ListProblem } from "./markdown/found.js";

export interface Ids {
  readonly ids: readonly string[];
  readonly problems: readonly ListProblem[];
  /** What the other tasks are listed as that share the id of one, by that id. */
  readonly shared: ReadonlyMap<string, readonly string[]>;
}

/**
 * Ids for all tasks of a list: its own, or its position where it has none or another task before it has the same. The
 * second is a mistake to be told: whoever names that id means one of them, and nobody knows which.
 */
export function uniqueIds(own: readonly (string | undefined)[], lineOf: (at: number) => number): Ids {
  const first = new Map<string, number>();
  for (let at = 0; at < own.length; at++) {
    const id = own[at];
    if (id !== undefined && !first.has(id)) first.set(id, at);
  }
  const problems: ListProblem[] = [];
  const shared = new Map<string, string[]>();
  const ids = own.map((id, at) => {
    if (id !== undefined && first.get(id) === at) return id;
    const position = freePosition(at, first);
    if (id !== undefined) {
      const others = shared.get(id);
      if (others) others.push(position);
      else shared.set(id, [position]);
      problems.push({ line: lineOf(at), message: describeDouble(id, position, lineOf(first.get(id) ?? 0)) });
    }
    return position;
  });
  return { ids, problems, shared };
}

function freePosition(at: number, taken: ReadonlyMap<string, unknown>): string {
  let position = String(at + 1);
  while (taken.has(position)) position += "b";
  return position;
}

const describeDouble = (id: string, position: string, line: number): string =>
  `the id ${id} is taken${line > 0 ? ` by line ${line}` : ""}, this task is listed as ${position}`;
