import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { plural } from "../../lib/text/plural.js";
import { textWidth } from "../../lib/text/text-width.js";
import { outcomeTone } from "../format-decision.js";
import { describeTrouble } from "./trouble.js";
import { Layout, type ViewRow, type ViewScreen } from "./view-layout.js";
import { measureSeconds, type ViewState } from "./view-state.js";
import { describeStep } from "./view-step.js";
import { unitRows } from "./view-units.js";

/** The live view as lines that fit the screen. Pure. */
export function formatView(state: ViewState, screen: ViewScreen): readonly string[] {
  const lay = new Layout(screen);
  const about = [
    { label: "", text: describeHeader(state, screen, lay.headWidth), rank: 0, tone: lay.style.bold },
    ...taskRows(state, screen, lay),
    ...lastRow(state, screen),
  ];
  const asked = requestRows(state, screen, lay);
  if (state.units.length === 0)
    return lay.fit([...about, ...troubleRow(state, screen, lay), ...stepRows(state, screen, lay), ...asked]);
  const paused = state.step.is === "paused" ? [describeStep(state.step, screen, lay)] : [];
  const rows = [...about, ...paused];
  return lay.fit([...rows, ...unitRows(state, screen, { lay, beside: [...rows, ...asked] }), ...asked]);
}

/** Iteration, time and budgets, as many as fit. */
function describeHeader(state: ViewState, screen: ViewScreen, width: number): string {
  const separator = screen.utf8 ? " · " : ", ";
  const [first = "", ...parts] = [describeIteration(state, screen), ...describeBudgets(state, screen)];
  let header = first;
  for (const part of parts) {
    const longer = `${header}${separator}${part}`;
    if (textWidth(longer) > width) break;
    header = longer;
  }
  return header;
}

export function describeIteration(state: ViewState, { columns }: ViewScreen): string {
  const { iteration, used, limits, units, hadUnits } = state;
  if (units.length > 0 && columns < 30) return `${plural(units.length, "task")} at work`;
  if (units.length > 0 || (hadUnits && iteration === null)) return countIterations(state);
  if (iteration === null) return "starting";
  if (columns < 16) return `#${iteration}`;
  const limit = limits?.iterations ?? null;
  // Iterations that hit a usage limit are not counted.
  return limit === null || used.iterations > iteration || limit < iteration
    ? `iteration ${iteration}`
    : `iteration ${iteration} of ${limit}`;
}

/** Those of all loops together. */
function countIterations({ used: { iterations }, limits }: ViewState): string {
  const limit = limits?.iterations ?? null;
  return limit === null ? plural(iterations, "iteration") : `${iterations} of ${plural(limit, "iteration")}`;
}

function describeBudgets(state: ViewState, { now }: ViewScreen): readonly string[] {
  const { limits, used } = state;
  const of = (value: number | null | undefined, format: (value: number) => string): string =>
    typeof value === "number" ? ` of ${format(value)}` : "";
  const count = (value: number): string => value.toLocaleString("en");
  return [
    `${duration(measureSeconds(state, now))}${of(limits?.seconds, roundDuration)}`,
    ...(used.usd === null ? [] : [`${money(used.usd)}${of(limits?.usd, money)}`]),
    ...(used.tokens === null ? [] : [`${count(used.tokens)}${of(limits?.tokens, count)} tokens`]),
    ...describeTimeLeft(state, now),
  ];
}

/** When the limit on money or tokens will be reached at the rate so far, where that comes before the one on time. */
function describeTimeLeft(state: ViewState, now: number): readonly string[] {
  const { limits, used, clock } = state;
  const seconds = measureSeconds(state, now);
  const leftAtRate = (spent: number | null, limit: number | null | undefined): number =>
    !spent || limit == null ? Number.POSITIVE_INFINITY : (limit / spent) * clock.seconds - seconds;
  const left = Math.min(leftAtRate(used.usd, limits?.usd), leftAtRate(used.tokens, limits?.tokens));
  const isFirst = left < (limits?.seconds ?? Number.POSITIVE_INFINITY) - seconds;
  // A long turn says nothing before it ends.
  return isFirst && left > 0 && Number.isFinite(left) ? [`limit in ${aboutDuration(left)}`] : [];
}

/** "1h 20m" or "40m": a guess is no more exact. */
const aboutDuration = (seconds: number): string =>
  roundDuration(seconds < 60 ? Math.round(seconds) : Math.round(seconds / 60) * 60);

/** "8h" instead of "8h 00m 00s". */
export const roundDuration = (seconds: number): string => duration(seconds).replace(/(?: 00m)? 00s$/, "");

function taskRows({ task, tasks, setAside }: ViewState, { utf8 }: ViewScreen, lay: Layout): readonly ViewRow[] {
  const rows: ViewRow[] = task === null ? [] : [{ label: "task", text: task, rank: 1 }];
  if (!tasks) return rows;
  const counts = `${tasks.done} of ${tasks.total} done${setAside === 0 ? "" : `, ${setAside} set aside`}`;
  const width = Math.min(24, lay.textWidth - counts.length - 1);
  if (width < 8) return [...rows, { label: "tasks", text: counts, rank: 5 }];
  return [...rows, { label: "tasks", text: drawBar(tasks, { width, utf8 }), more: ` ${counts}`, rank: 5 }];
}

export function drawBar(
  { done, total }: { readonly done: number; readonly total: number },
  { width, utf8 }: { readonly width: number; readonly utf8: boolean },
): string {
  const room = Math.max(1, utf8 ? width : width - 2);
  const filled = total === 0 ? 0 : Math.min(room, Math.floor((room * done) / total));
  return utf8
    ? `${"█".repeat(filled)}${"░".repeat(room - filled)}`
    : `[${"#".repeat(filled)}${"-".repeat(room - filled)}]`;
}

function lastRow({ last }: ViewState, { colour }: ViewScreen): readonly ViewRow[] {
  if (!last) return [];
  if (last.unit !== null) return [{ label: "last", text: last.unit, more: `: ${last.reason}`, rank: 6 }];
  const word = last.outcome ?? last.head;
  return [{ label: "last", text: word, tone: outcomeTone(last.outcome, colour), more: `: ${last.reason}`, rank: 6 }];
}

/** What the breaker counts. Without labels, there is no room for what has not stopped the run yet. */
function troubleRow(state: ViewState, { columns }: ViewScreen, lay: Layout): readonly ViewRow[] {
  const text = describeTrouble(state.breaker);
  if (text === null || (columns < 30 && state.breaker.state === "closed")) return [];
  return [{ label: columns < 30 ? "" : "trouble", text, rank: 8, tone: breakerTone(state, lay) }];
}

const breakerTone = ({ breaker }: ViewState, { style }: Layout): NonNullable<ViewRow["tone"]> =>
  breaker.state === "closed" ? style.dim : breaker.state === "open" ? style.red : style.yellow;

function stepRows(state: ViewState, screen: ViewScreen, lay: Layout): readonly ViewRow[] {
  const { step, words } = state;
  const shownWords: readonly ViewRow[] =
    words === null || words === ""
      ? []
      : [{ label: "", text: `"${words}"`, lines: screen.columns < 100 ? 2 : 3, rank: 3, tone: lay.style.cyan }];
  return [describeStep(step, screen, lay), ...shownWords];
}

function requestRows(state: ViewState, screen: ViewScreen, lay: Layout): readonly ViewRow[] {
  const { keys, showsHelp } = screen;
  const asked = describeRequest(state, screen);
  const rows: ViewRow[] = asked === null ? [] : [{ label: "", text: asked, tone: lay.style.yellow, rank: 1, lines: 1 }];
  if (keys === "none") return rows;
  if (showsHelp) return [...rows, ...helpRows(state, screen)];
  return asked === null ? [{ label: "", text: describeKeys(state, screen), tone: lay.style.dim, rank: 7 }] : rows;
}

/** What will happen because a person asked for it. */
export function describeRequest({ request, units }: ViewState, { keys }: ViewScreen): string | null {
  const [iteration, agent] = units.length > 1 ? ["these iterations", "the agents"] : ["this iteration", "the agent"];
  switch (request) {
    case "none":
      return null;
    case "pause":
      return `pausing after ${iteration}${keys === "none" ? "" : "; p: do not pause"}`;
    case "stop":
      return `stopping after ${iteration}${keys === "run" ? `; Ctrl-C again stops ${agent} now` : ""}`;
    case "stop-now":
      return `stopping ${agent}${keys === "run" ? "; Ctrl-C again ends at once" : ""}`;
  }
}

const describeKeys = ({ step }: ViewState, { keys, columns }: ViewScreen): string => {
  const gap = columns < 30 ? " " : "   ";
  return [
    `p ${step.is === "paused" ? "continue" : "pause"}`,
    "s stop",
    ...(keys === "watch" ? ["q leave"] : []),
    "? help",
  ].join(gap);
};

const helpRows = ({ step }: ViewState, { keys }: ViewScreen): readonly ViewRow[] =>
  [
    step.is === "paused" ? "p       continue" : "p       pause after this iteration; again to go on",
    "s       stop after this iteration",
    ...(keys === "watch"
      ? ["q       leave; the run goes on"]
      : ["Ctrl-C  like s; again stops the agent now, a third time ends at once"]),
    "v       what the agent does stays on the screen, or not",
    "f       the whole screen: tasks, turns, diff, tell, answer, budget",
    "?       hide this help",
  ].map((text) => ({ label: "", text, rank: 9 }));
