import type { ChangedPart } from "./changed-parts.js";

/** Whether a check notices that a part is gone; "unknown" where that cannot be tried, "no-time" where it was not. */
export type Noticed = "noticed" | "unnoticed" | "unknown" | "no-time";

/** Lines of a file by what became of them. */
export interface DeepProof {
  readonly proved: readonly DeepLine[];
  readonly unproved: readonly DeepLine[];
  readonly unknown: readonly DeepLine[];
  readonly untried: readonly DeepLine[];
}

export interface DeepLine {
  readonly path: string;
  readonly line: number;
}

/** Tries the largest parts first. What no check notices is not taken apart; what one does is, down to single statements. */
export async function searchParts(
  parts: readonly ChangedPart[],
  attempt: (part: ChangedPart) => Promise<Noticed>,
  textOf: (path: string) => string,
): Promise<DeepProof> {
  const found = {
    proved: [] as DeepLine[],
    unproved: [] as DeepLine[],
    unknown: [] as DeepLine[],
    untried: [] as DeepLine[],
  };
  const note = (to: DeepLine[], { path }: ChangedPart, lines: readonly number[]): void => {
    for (const line of lines) to.push({ path, line });
  };
  const idle = new Map<string, Set<number>>();
  const queue = [...parts];
  while (queue.length > 0) {
    queue.sort((a, b) => b.lines.length - a.lines.length);
    const part = queue.shift();
    if (!part) break;
    const noticed = await attempt(part);
    if (noticed === "unnoticed") {
      note(found.unproved, part, part.lines);
      idle.set(part.path, new Set([...(idle.get(part.path) ?? []), ...part.range]));
    } else if (noticed === "no-time") note(found.untried, part, part.lines);
    else {
      const inner = part.parts();
      const inside = new Set(inner.flatMap(({ lines }) => lines));
      const own = part.lines.filter((line) => !inside.has(line));
      note(noticed === "noticed" ? found.proved : found.unknown, part, own);
      queue.push(...inner);
    }
  }
  for (const [path, lines] of idle) await addDeclarations(found, { path, idle: lines, attempt, text: textOf(path) });
  return found;
}

interface Leftover {
  readonly path: string;
  /** Lines that no check notices. */
  readonly idle: Set<number>;
  readonly text: string;
  attempt(part: ChangedPart): Promise<Noticed>;
}

/** What only lines that nobody notices use can be taken out with them: alone it would leave a name that is not there. */
async function addDeclarations(
  found: { proved: DeepLine[]; readonly unproved: DeepLine[] },
  { path, idle, text, attempt }: Leftover,
): Promise<void> {
  const lines = text.split("\n");
  for (const { line } of found.proved.filter((each) => each.path === path)) {
    const [, name] =
      /^\s*(?:(?:const|let|var|val|local|my)\s+)?([A-Za-z_$][\w$]*)\s*(?::[^=]+)?:?=(?!=)/.exec(
        lines[line - 1] ?? "",
      ) ?? [];
    if (name === undefined) continue;
    const rest = lines.filter((_, at) => at + 1 !== line && !idle.has(at + 1)).join("\n");
    if (new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`).test(rest)) continue;
    if ((await attempt({ path, lines: [line], range: [line], without: rest, parts: () => [] })) !== "unnoticed")
      continue;
    found.proved = found.proved.filter((each) => each.path !== path || each.line !== line);
    found.unproved.push({ path, line });
    idle.add(line);
  }
}
