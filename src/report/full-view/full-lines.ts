import { cutText, textWidth } from "../../lib/text/text-width.js";
import { describeTrouble } from "../live-view/trouble.js";
import { Layout, type ViewScreen } from "../live-view/view-layout.js";
import { describeIteration, describeRequest } from "../live-view/view-lines.js";
import type { ViewState } from "../live-view/view-state.js";
import { describeStep } from "../live-view/view-step.js";
import { paint } from "../terminal/paint.js";
import { budgetLine } from "./budget-bars.js";
import type { FullMode, FullUi } from "./full-mode.js";
import { keyHelp, keyRow } from "./key-rows.js";
import { fillPane, fillRow, foldRow, type PaneRow } from "./pane.js";
import type { RunLog } from "./run-log.js";
import { taskRows } from "./task-pane.js";
import { turnRows } from "./turn-pane.js";

/** What is shown of a run, and how far the person at it has got. */
export interface FullPage {
  readonly log: RunLog;
  readonly state: ViewState;
  readonly ui: FullUi;
}

/** Rows above and below the panes. */
const around = { above: 3, below: 4 } as const;

/** How many rows of a text can be read at once. */
export const readableRows = (screen: ViewScreen): number => Math.max(1, screen.rows - around.above - around.below);

/** The whole screen, row by row. Pure. */
export function formatFull(page: FullPage, screen: ViewScreen): readonly string[] {
  // The last column stays free: terminals differ in what happens behind it.
  const width = Math.max(1, screen.columns - 1);
  const mark = screen.utf8 ? "…" : "...";
  const style = paint(screen.colour);
  const row = (text: string, tone?: PaneRow["tone"]): string =>
    fillRow({ text, ...(tone ? { tone } : {}) }, { width, mark });
  const { mode } = page.ui;
  return [
    row(headLine(page, screen), style.bold),
    row(` ${budgetLine(page.state, screen, width - 2)}`),
    ...body(page, screen, { width, mark }),
    row(` ${lastLine(page)}`, page.log.said?.isEnd ? style.bold : undefined),
    row(` ${stepLine(page, screen)}`, mode.is === "typing" ? undefined : stepTone(page, screen)),
    row(` ${keyRow(page, screen)}`, mode.is === "typing" || mode.is === "budget" ? style.bold : style.dim),
  ].slice(0, screen.rows);
}

interface Width {
  readonly width: number;
  readonly mark: string;
}

function headLine({ log, state }: FullPage, screen: ViewScreen): string {
  const gap = screen.utf8 ? " · " : ", ";
  const { tasks, setAside } = state;
  const parts = [
    `untildone${log.run === null ? "" : ` run ${log.run}`}`,
    describeIteration(state, screen),
    ...(tasks ? [`${tasks.done} of ${tasks.total} tasks done`] : []),
    ...(setAside > 0 ? [`${setAside} for you`] : []),
    ...(state.breaker.state === "closed" ? [] : [describeTrouble(state.breaker) ?? "in trouble"]),
  ];
  return ` ${parts.join(gap)}`;
}

/** The tasks beside the turn, or a text over all the width. */
function body(page: FullPage, screen: ViewScreen, { width, mark }: Width): readonly string[] {
  const height = readableRows(screen);
  const { mode } = page.ui;
  if (mode.is === "reading" || mode.is === "help") {
    const rows =
      mode.is === "help" ? keyHelp(screen) : mode.lines.slice(mode.top).map((text) => ({ text: ` ${text}` }));
    const end = mode.is === "help" ? "" : position(mode, height);
    return [
      rule(screen, { width, title: mode.is === "help" ? "keys" : mode.title }),
      ...fillPane(rows.map(paintDiff(mode, screen)), { width, height, mark }),
      rule(screen, { width, title: end }),
    ];
  }
  const left = Math.min(56, Math.max(24, Math.floor(width * 0.36)));
  const sizes = { left: { width: left, height, mark }, right: { width: width - left - 3, height, mark } };
  const tasks = fillPane(taskRows(page.log, { selected: page.ui.selected, size: sizes.left, screen }), sizes.left);
  const turns = fillPane(turnRows(page.log, page.ui.selected, { size: sizes.right, screen }), sizes.right);
  const bar = paint(screen.colour).dim(screen.utf8 ? "│" : "|");
  return [
    rule(screen, { width, joint: [left + 1, "┬"] }),
    ...tasks.map((text, at) => `${text} ${bar} ${turns[at] ?? ""}`),
    rule(screen, { width, joint: [left + 1, "┴"] }),
  ];
}

/** A line across the screen, with a title in it, or with the end of the line between the panes. */
function rule(
  { utf8, colour }: ViewScreen,
  {
    width,
    title = "",
    joint = null,
  }: { width: number; title?: string; joint?: readonly [at: number, sign: string] | null },
): string {
  const dash = utf8 ? "─" : "-";
  const shown = title === "" ? "" : ` ${cutText(title, Math.max(4, width - 8))} `;
  const line = `${dash.repeat(2)}${shown}${dash.repeat(Math.max(0, width - 2 - textWidth(shown)))}`;
  const [at, sign] = joint ?? [-1, ""];
  return paint(colour).dim(at < 0 || !utf8 ? line : `${line.slice(0, at)}${sign}${line.slice(at + 1)}`);
}

function position({ lines, top }: Extract<FullMode, { is: "reading" }>, height: number): string {
  if (lines.length <= height) return "";
  return `lines ${top + 1} to ${Math.min(lines.length, top + height)} of ${lines.length}`;
}

const paintDiff = (mode: FullMode, { colour }: ViewScreen): ((row: PaneRow) => PaneRow) => {
  const { green, red, cyan, bold } = paint(colour);
  if (mode.is !== "reading" || mode.what !== "diff") return (row) => row;
  return (row) => {
    const text = row.text.slice(1);
    const tone = /^(?:---|\+\+\+) /.test(text)
      ? bold
      : /^@@/.test(text)
        ? cyan
        : /^\+/.test(text)
          ? green
          : /^-/.test(text)
            ? red
            : null;
    return tone ? { ...row, tone } : row;
  };
};

/** The last decision, in a sentence. */
const lastLine = ({ log }: FullPage): string =>
  log.said === null ? "last   nothing was decided yet" : `last   ${log.said.text}`;

/** What was asked, what is asked of the person, or what the run does. */
function stepLine({ log, state, ui }: FullPage, screen: ViewScreen): string {
  if (ui.message !== null) return ui.message;
  const request = describeRequest(state, screen);
  if (request !== null) return request;
  const question = log.questions.at(-1);
  if (question) return `asks   ${question.task === null ? "" : `${log.name(question.task)}: `}${question.text}`;
  if (state.units.length > 0 && state.step.is !== "paused") return `now    ${state.units.length} tasks at work`;
  const { label, text, more = "" } = describeStep(state.step, screen, new Layout(screen));
  return `${label.padEnd(7)}${text}${more}`;
}

function stepTone({ log, state, ui }: FullPage, screen: ViewScreen): PaneRow["tone"] {
  const { yellow } = paint(screen.colour);
  const needsPerson = log.questions.length > 0 || state.step.is === "paused" || state.step.is === "waiting";
  return ui.message !== null || state.request !== "none" || needsPerson ? yellow : undefined;
}

/** A text in lines that are as wide as the screen. */
export const foldText = (text: string, { columns, utf8 }: ViewScreen): readonly string[] =>
  text
    .replaceAll("\t", "  ")
    .split("\n")
    .flatMap((line) =>
      foldRow({ text: line }, { width: columns - 2, mark: utf8 ? "…" : "..." }, 20).map((row) => row.text),
    );
