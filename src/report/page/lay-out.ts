import { kinds, type ShownKind } from "./kinds.js";
import type { DecisionRow, ReportData } from "./report-data.js";

export interface Block {
  /** The position of the decision. */
  readonly at: number;
  /** In percent of the picture. */
  readonly left: number;
  readonly width: number;
  readonly kind: ShownKind;
  /** How many turns it stands for. */
  readonly count: number;
}

export interface Lane {
  readonly task: string | null;
  readonly name: string;
  readonly blocks: readonly Block[];
}

export interface Arrow {
  readonly from: { readonly x: number; readonly lane: number };
  readonly to: { readonly x: number; readonly lane: number };
  readonly words: string;
}

export interface Picture {
  readonly lanes: readonly Lane[];
  readonly arrows: readonly Arrow[];
  /** Tasks that share one lane. */
  readonly folded: number;
  /** From the first turn to the last, without long gaps. */
  readonly seconds: number;
}

interface Span {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly row: DecisionRow;
}

const doneStates: ReadonlySet<string> = new Set(["verified", "not-proven", "forced", "accepted", "done-before"]);
const maxBlocks = 250;

/** Where each block stands. Beyond `maxLanes`, tasks that are done share a lane, and then all others. */
export function layOut(
  rows: readonly DecisionRow[],
  { tasks, maxLanes }: { readonly tasks: ReportData["report"]["tasks"]; readonly maxLanes: number },
): Picture {
  const spans = listSpans(rows);
  const scale = makeScale(spans);
  const byTask = new Map<string | null, Span[]>();
  for (const span of spans) {
    const known = byTask.get(span.row.task);
    if (known) known.push(span);
    else byTask.set(span.row.task, [span]);
  }
  const states = new Map(tasks.map((task) => [task.id, task]));
  const names = [...byTask.keys()];
  const isDone = (id: string | null): boolean => id !== null && doneStates.has(states.get(id)?.state ?? "");
  const own = names.length <= maxLanes ? names : names.filter((id) => !isDone(id)).slice(0, maxLanes - 1);
  const shared = names.filter((id) => !own.includes(id));
  const lanes: Lane[] = own.map((task) => ({
    task,
    name: task === null ? "the run" : nameTask(task, states.get(task)?.title ?? null),
    blocks: toBlocks(byTask.get(task) ?? [], scale.x),
  }));
  const rest = shared.flatMap((task) => byTask.get(task) ?? []).sort((a, b) => a.start - b.start);
  if (rest.length > 0)
    lanes.unshift({
      task: null,
      name: `${shared.length} ${shared.every(isDone) ? "done" : "other"} tasks`,
      blocks: toBlocks(rest, scale.x),
    });
  return { lanes, arrows: findArrows(spans, lanes, scale.x), folded: shared.length, seconds: scale.seconds };
}

export const nameTask = (id: string, title: string | null): string =>
  title === null || title.startsWith(id) ? (title ?? id) : `${id} ${title}`;

/** A turn begins when its agent was started. Where nobody wrote that down, it began as long ago as it took. */
function listSpans(rows: readonly DecisionRow[]): readonly Span[] {
  let before = Number.NaN;
  return rows.flatMap((row, at) => {
    const end = Date.parse(row.at);
    const begun = Date.parse(row.startedAt ?? "");
    const known = row.seconds === null ? (row.hadTurn && before <= end ? before : end) : end - row.seconds * 1000;
    const start = Number.isNaN(begun) ? known : begun;
    before = end;
    const isShown = row.kind !== "no-turn" && !Number.isNaN(end);
    return isShown ? [{ at, row, end, start: Number.isNaN(start) ? end : Math.min(start, end) }] : [];
  });
}

/** Time as it is drawn: a gap in which nobody worked takes little room. */
function makeScale(spans: readonly Span[]): { readonly x: (time: number) => number; readonly seconds: number } {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
  const worked: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = worked.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else worked.push({ start, end });
  }
  const busy = worked.reduce((sum, { start, end }) => sum + end - start, 0);
  const maxGap = Math.max(1, busy * 0.03);
  let drawn = 0;
  const parts = worked.map(({ start, end }, at) => {
    drawn += at === 0 ? 0 : Math.min(maxGap, start - (worked[at - 1]?.end ?? start));
    const part = { start, end, drawn };
    drawn += end - start;
    return part;
  });
  const x = (time: number): number => {
    let [low, high] = [0, parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((parts[middle]?.start ?? 0) <= time) low = middle;
      else high = middle - 1;
    }
    const part = parts[low];
    return part && drawn > 0 ? (100 * (part.drawn + Math.min(time, part.end) - part.start)) / drawn : 0;
  };
  return { x, seconds: busy / 1000 };
}

/** Where there are too many for a lane, neighbours are one block, of what matters most among them. */
function toBlocks(spans: readonly Span[], x: (time: number) => number): readonly Block[] {
  const blocks: Block[] = [];
  for (const { at, start, end, row } of spans) {
    const [left, right] = [x(start), x(end)];
    const last = blocks.at(-1);
    if (last && spans.length > maxBlocks && left - last.left < 100 / maxBlocks) {
      const matters = kinds.indexOf(row.kind) < kinds.indexOf(last.kind);
      const width = Math.max(last.width, right - last.left);
      blocks[blocks.length - 1] = {
        ...last,
        ...(matters ? { at, kind: row.kind } : {}),
        ...{ width, count: last.count + 1 },
      };
    } else blocks.push({ at, left, width: right - left, kind: row.kind, count: 1 });
  }
  return blocks;
}

function findArrows(spans: readonly Span[], lanes: readonly Lane[], x: (time: number) => number): readonly Arrow[] {
  const laneOf = (task: string | null): number => lanes.findIndex((lane) => lane.task === task && task !== null);
  return spans.flatMap(({ row, start, end }) => {
    const [from, to] = [laneOf(row.blames), laneOf(row.task)];
    const cause = spans.findLast((span) => span.row.task === row.blames && span.end <= end);
    if (row.blames === null || from < 0 || to < 0 || !cause) return [];
    const words = `the change of ${row.blames} made a check of ${row.task} fail`;
    return [{ from: { x: x(cause.end), lane: from }, to: { x: x(start), lane: to }, words }];
  });
}
