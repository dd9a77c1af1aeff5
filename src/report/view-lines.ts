import { duration } from "../base/duration.js";
import { localTime } from "../base/local-time.js";
import { money } from "../base/money.js";
import { plural } from "../base/plural.js";
import { cutText, textWidth } from "../base/text-width.js";
import { outcomeTone } from "./format-decision.js";
import { paint } from "./paint.js";
import { takeLines } from "./take-lines.js";
import { type AgentWork, measureSeconds, type RunStep, type ViewState } from "./view-state.js";

/** Where and when the view is drawn. */
export interface ViewScreen {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  readonly colour: boolean;
  /** Whether the terminal shows more than ASCII. */
  readonly utf8: boolean;
  /** Whose keys work: those of the run, those of a watcher, or none. */
  readonly keys: "run" | "watch" | "none";
  readonly showsHelp: boolean;
}

interface Row {
  readonly label: string;
  readonly text: string;
  readonly tone?: (text: string) => string;
  /** What follows on the same line, in another tone. */
  readonly more?: string;
  /** At most so many lines; 1 if absent. */
  readonly lines?: number;
  /** Rows with a higher rank are left out first where there is no room. */
  readonly rank: number;
}

/** The live view as lines that fit the screen. Pure. */
export function formatView(state: ViewState, screen: ViewScreen): readonly string[] {
  const lay = new Layout(screen);
  const rows = [
    { label: "", text: describeHeader(state, screen, lay.headWidth), rank: 0, tone: lay.style.bold },
    ...taskRows(state, screen, lay),
    ...lastRow(state, screen),
    ...breakerRow(state, screen, lay),
    ...stepRows(state, screen, lay),
    ...requestRows(state, screen, lay),
  ];
  return lay.fit(rows);
}

/** Columns, indent and glyphs for a width. */
class Layout {
  readonly style: ReturnType<typeof paint>;
  readonly width: number;
  readonly #indent: number;
  readonly #label: number;
  readonly #height: number;
  readonly #mark: string;

  constructor({ columns, rows, colour, utf8 }: ViewScreen) {
    this.style = paint(colour);
    // The last column stays free: some terminals wrap there.
    this.width = Math.max(1, columns - 1);
    this.#indent = columns >= 60 ? 2 : 0;
    this.#label = columns >= 60 ? 9 : columns >= 30 ? 8 : 0;
    this.#height = Math.max(1, rows - 2);
    this.#mark = utf8 ? "…" : columns >= 30 ? "..." : ".";
  }

  get headWidth(): number {
    return this.width - this.#indent;
  }

  get textWidth(): number {
    return this.width - this.#indent - this.#label;
  }

  /** A blank line, then the rows that fit the height. */
  fit(rows: readonly Row[]): readonly string[] {
    const blocks = rows.map((row) => ({ rank: row.rank, lines: this.#format(row) }));
    let height = blocks.reduce((sum, { lines }) => sum + lines.length, 0);
    for (const block of [...blocks].sort((a, b) => b.rank - a.rank)) {
      if (height <= this.#height) break;
      height -= block.lines.length;
      blocks.splice(blocks.indexOf(block), 1);
    }
    const lines = blocks.flatMap((block) => block.lines).slice(0, this.#height);
    return lines.length < this.#height ? ["", ...lines] : lines;
  }

  #format({ label, text, tone = (plain) => plain, more = "", lines = 1 }: Row): readonly string[] {
    const isHeading = label === "" && lines === 1;
    const width = isHeading ? this.headWidth : this.textWidth;
    const taken = takeLines(text, { width, lines, mark: this.#mark });
    const rest = lines === 1 ? cutText(more, width - textWidth(text), this.#mark) : "";
    return taken.map((line, at) => {
      const lead = " ".repeat(this.#indent) + (isHeading ? "" : (at === 0 ? label : "").padEnd(this.#label));
      const shown = this.#label === 0 ? "" : this.style.dim(lead);
      return `${shown}${tone(line)}${this.style.dim(rest)}`;
    });
  }
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

function describeIteration({ iteration, used, limits }: ViewState, { columns }: ViewScreen): string {
  if (iteration === null) return "starting";
  if (columns < 16) return `#${iteration}`;
  const limit = limits?.iterations ?? null;
  // Iterations that hit a usage limit are not counted.
  return limit === null || used.iterations > iteration || limit < iteration
    ? `iteration ${iteration}`
    : `iteration ${iteration} of ${limit}`;
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
  ];
}

/** "8h" instead of "8h 00m 00s". */
const roundDuration = (seconds: number): string => duration(seconds).replace(/(?: 00m)? 00s$/, "");

function taskRows({ task, tasks, setAside }: ViewState, { utf8 }: ViewScreen, lay: Layout): readonly Row[] {
  const rows: Row[] = task === null ? [] : [{ label: "task", text: task, rank: 1 }];
  if (!tasks) return rows;
  const counts = `${tasks.done} of ${tasks.total} done${setAside === 0 ? "" : `, ${setAside} set aside`}`;
  const width = Math.min(24, lay.textWidth - counts.length - 1);
  if (width < 8) return [...rows, { label: "tasks", text: counts, rank: 5 }];
  return [...rows, { label: "tasks", text: drawBar(tasks, { width, utf8 }), more: ` ${counts}`, rank: 5 }];
}

function drawBar(
  { done, total }: { readonly done: number; readonly total: number },
  { width, utf8 }: { readonly width: number; readonly utf8: boolean },
): string {
  const room = Math.max(1, utf8 ? width : width - 2);
  const filled = total === 0 ? 0 : Math.min(room, Math.floor((room * done) / total));
  return utf8
    ? `${"█".repeat(filled)}${"░".repeat(room - filled)}`
    : `[${"#".repeat(filled)}${"-".repeat(room - filled)}]`;
}

function lastRow({ last }: ViewState, { colour }: ViewScreen): readonly Row[] {
  if (!last) return [];
  const word = last.outcome ?? "continue";
  return [{ label: "last", text: word, tone: outcomeTone(last.outcome, colour), more: `: ${last.reason}`, rank: 6 }];
}

/** Without labels, a closed breaker says nothing. */
function breakerRow(state: ViewState, { columns }: ViewScreen, lay: Layout): readonly Row[] {
  const text = describeBreaker(state);
  if (columns >= 30) return [{ label: "breaker", text, rank: 8, tone: breakerTone(state, lay) }];
  return state.breaker.state === "closed" ? [] : [{ label: "", text: `breaker ${text}`, rank: 8 }];
}

function describeBreaker({ breaker }: ViewState): string {
  const { state, reason, noProgress, sameError } = breaker;
  const counts = [
    ...(noProgress > 0 ? [`${plural(noProgress, "iteration")} without progress`] : []),
    ...(sameError > 1 ? [`the same error ${sameError} times`] : []),
  ];
  return [state, ...(state === "closed" || reason === null ? counts : [reason])].join(", ");
}

const breakerTone = ({ breaker }: ViewState, { style }: Layout): NonNullable<Row["tone"]> =>
  breaker.state === "closed" ? style.dim : breaker.state === "open" ? style.red : style.yellow;

function stepRows(state: ViewState, screen: ViewScreen, lay: Layout): readonly Row[] {
  const { step, words } = state;
  const shownWords: readonly Row[] =
    words === null || words === ""
      ? []
      : [{ label: "", text: `"${words}"`, lines: screen.columns < 100 ? 2 : 3, rank: 3, tone: lay.style.cyan }];
  return [describeStep(step, screen, lay), ...shownWords];
}

/** After a minute without output, a person wants to know. */
const quietMs = 60_000;

function describeStep(step: RunStep, screen: ViewScreen, { style }: Layout): Row {
  const since = duration(Math.max(0, screen.now - step.at) / 1000);
  const gap = screen.utf8 ? " · " : ", ";
  switch (step.is) {
    case "starting":
      return { label: "now", text: "inspecting the project", more: `${gap}${since}`, rank: 2 };
    case "agent":
      return describeAgent(step, screen, gap);
    case "checking":
      return { label: "checks", text: step.check ?? "inspecting the work", more: `${gap}${since}`, rank: 2 };
    case "waiting":
      return {
        label: "waiting",
        text: describeWait(step, screen),
        more: `${gap}${step.why}`,
        rank: 2,
        tone: style.yellow,
      };
    case "paused":
      return { label: "paused", text: `since ${localTime(step.at, screen.now)}`, rank: 2, tone: style.yellow };
  }
}

function describeAgent(
  { agent, phase, does, at, printedBytes, printedAt }: AgentWork,
  screen: ViewScreen,
  gap: string,
): Row {
  const quiet = screen.now - printedAt;
  const since = duration(Math.max(0, screen.now - at) / 1000);
  const name = phase === null ? agent : `${agent} (${phase})`;
  const text = `${name} ${does ?? "is working"}`;
  const printed = does === null && printedBytes > 0 ? `${gap}${formatSize(printedBytes)} printed` : "";
  const isQuiet = quiet >= quietMs;
  return {
    label: "agent",
    text,
    more: `${gap}${since}${isQuiet ? `${gap}no output for ${duration(quiet / 1000)}` : printed}`,
    rank: 2,
  };
}

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

function describeWait({ until }: Extract<RunStep, { is: "waiting" }>, { now }: ViewScreen): string {
  const left = Math.max(0, until - now) / 1000;
  return `${duration(Math.ceil(left))}, until ${localTime(until, now)}`;
}

function requestRows(state: ViewState, screen: ViewScreen, lay: Layout): readonly Row[] {
  const { keys, showsHelp } = screen;
  const asked = describeRequest(state, screen);
  const rows: Row[] = asked === null ? [] : [{ label: "", text: asked, tone: lay.style.yellow, rank: 1, lines: 1 }];
  if (keys === "none") return rows;
  if (showsHelp) return [...rows, ...helpRows(state, screen)];
  return asked === null ? [{ label: "", text: describeKeys(state, screen), tone: lay.style.dim, rank: 7 }] : rows;
}

/** What will happen because a person asked for it. */
function describeRequest({ request }: ViewState, { keys }: ViewScreen): string | null {
  switch (request) {
    case "none":
      return null;
    case "pause":
      return `pausing after this iteration${keys === "none" ? "" : "; p: do not pause"}`;
    case "stop":
      return `stopping after this iteration${keys === "run" ? "; Ctrl-C again stops the agent now" : ""}`;
    case "stop-now":
      return `stopping the agent${keys === "run" ? "; Ctrl-C again ends at once" : ""}`;
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

const helpRows = ({ step }: ViewState, { keys }: ViewScreen): readonly Row[] =>
  [
    step.is === "paused" ? "p       continue" : "p       pause after this iteration; again to go on",
    "s       stop after this iteration",
    ...(keys === "watch"
      ? ["q       leave; the run goes on"]
      : ["Ctrl-C  like s; again stops the agent now, a third time ends at once"]),
    "?       hide this help",
  ].map((text) => ({ label: "", text, rank: 9 }));
