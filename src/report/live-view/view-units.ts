import { cutText, textWidth } from "../../lib/text/text-width.js";
import { describeTrouble } from "./trouble.js";
import type { Layout, ViewRow, ViewScreen } from "./view-layout.js";
import type { UnitView, ViewState } from "./view-state.js";
import { describeStep } from "./view-step.js";

/** What stands above and below the units. */
interface UnitSurroundings {
  readonly lay: Layout;
  readonly beside: readonly ViewRow[];
}

/** Several tasks at work: two lines for each where there is room, otherwise one, and a count of those left out. */
export function unitRows(state: ViewState, screen: ViewScreen, { lay, beside }: UnitSurroundings): readonly ViewRow[] {
  const { units } = state;
  if (beside.length + 2 * units.length <= lay.height)
    return units.flatMap((unit) => [nameRow(unit, screen, lay), stepRow(unit, state, { screen, lay })]);
  const needed = beside.filter(({ rank }) => rank <= 2).length;
  const room = Math.max(1, lay.height - needed);
  const shown = units.length <= room ? units : units.slice(0, Math.max(1, room - 1));
  const width = Math.max(...shown.map(({ unit }) => textWidth(unit)));
  const rows = shown.map((unit) => shortRow(unit, state, { screen, lay, width }));
  const left = units.length - shown.length;
  return left === 0 ? rows : [...rows, { label: "", text: `and ${left} more`, rank: 4, tone: lay.style.dim }];
}

/** The task, how often it was tried, and why its work came back. */
function nameRow(unit: UnitView, { utf8 }: ViewScreen, { style, headWidth, mark }: Layout): ViewRow {
  const gap = utf8 ? " · " : ", ";
  const notes = [
    ...((unit.iteration ?? 1) > 1 ? [`iteration ${unit.iteration}`] : []),
    ...(unit.sentBack === null ? [] : [unit.sentBack]),
    ...(unit.breaker.state === "closed" ? [] : [describeTrouble(unit.breaker) ?? "in trouble"]),
  ].map((note) => `${gap}${note}`);
  const name = unit.task ?? unit.unit;
  const most =
    notes.length === 0 ? headWidth : Math.max(Math.ceil(headWidth / 2), headWidth - textWidth(notes.join("")));
  return { label: "", text: cutText(name, most, mark), more: notes.join(""), rank: 3, tone: style.bold };
}

interface UnitArea {
  readonly screen: ViewScreen;
  readonly lay: Layout;
}

function stepRow(unit: UnitView, state: ViewState, { screen, lay }: UnitArea): ViewRow {
  const { text, more = "", tone } = describeUnit(unit, state, { screen, lay });
  const indent = screen.columns >= 30 ? "   " : " ";
  return {
    label: "",
    text: `${indent}${text}`,
    more: `${more}${quoteWords(unit, screen)}`,
    rank: 2,
    ...(tone ? { tone } : {}),
  };
}

function shortRow(
  unit: UnitView,
  state: ViewState,
  { screen, lay, width }: UnitArea & { readonly width: number },
): ViewRow {
  const { text, more = "", tone } = describeUnit(unit, state, { screen, lay });
  const most = Math.min(width, Math.floor(lay.headWidth / 3));
  const name = cutText(unit.unit, most, lay.mark);
  const lead = `${name}${" ".repeat(Math.max(0, most - textWidth(name)))}`;
  return { label: "", text: `${lead}  ${text}`, more, rank: 2, ...(tone ? { tone } : {}) };
}

/** Between two iterations, a person's request is what the unit waits for. */
function describeUnit({ step }: UnitView, { request, step: run }: ViewState, { screen, lay }: UnitArea): ViewRow {
  if (step.is !== "decided") return withLabel(describeStep(step, screen, lay));
  const text =
    run.is === "paused" ? "paused" : request === "pause" ? "waits for the others to pause" : "between two iterations";
  return { label: "", text, rank: 2, tone: lay.style.dim };
}

/** There is no column for the label, so the text says it where it would not be clear. */
const withLabel = (row: ViewRow): ViewRow =>
  row.label === "checks" || row.label === "waiting" ? { ...row, text: `${row.label}: ${row.text}` } : row;

function quoteWords({ words, step }: UnitView, { utf8 }: ViewScreen): string {
  return words === null || words === "" || step.is !== "agent" ? "" : `${utf8 ? " · " : ", "}"${words}"`;
}
