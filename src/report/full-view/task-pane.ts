import { cutText, textWidth } from "../../lib/text/text-width.js";
import type { ViewScreen } from "../live-view/view-layout.js";
import { paint } from "../terminal/paint.js";
import type { PaneRow, PaneSize } from "./pane.js";
import type { LoggedState, LoggedTask, RunLog } from "./run-log.js";

const marks: Readonly<Record<LoggedState, readonly [utf8: string, ascii: string]>> = {
  todo: ["·", "."],
  now: ["▶", ">"],
  done: ["✓", "x"],
  "not-proven": ["✓", "x"],
  refused: ["✗", "!"],
  aside: ["–", "-"],
};

const words: Readonly<Partial<Record<LoggedState, string>>> = {
  "not-proven": "not proven",
  refused: "refused",
  aside: "for you",
};

/** The tasks with their state and turns; those that are done are one row where there is no room for all. */
export function taskRows(
  log: RunLog,
  {
    selected,
    size,
    screen,
  }: { readonly selected: string | null; readonly size: PaneSize; readonly screen: ViewScreen },
): readonly PaneRow[] {
  const all = [...log.tasks.values()];
  const isFolded = all.length > size.height;
  const folded = isFolded ? all.filter((task) => isDone(task) && task.id !== selected) : [];
  const listed = isFolded ? all.filter((task) => !folded.includes(task)) : all;
  const head =
    folded.length > 0 ? [{ text: `${mark("done", screen)} ${folded.length} done`, tone: tones(screen).done }] : [];
  const room = Math.max(1, size.height - head.length);
  const focus = Math.max(
    0,
    listed.findIndex(({ id, state }) => (selected === null ? state === "now" : id === selected)),
  );
  const from = Math.max(0, Math.min(focus - Math.floor(room / 2), listed.length - room));
  const rows = listed.slice(from, from + room).map((task) => taskRow(task, { selected, size, screen }));
  const more = listed.length - from - room;
  if (more > 0 && rows.length > 1)
    rows[rows.length - 1] = { text: `  and ${more + 1} more`, tone: paint(screen.colour).dim };
  return [...head, ...rows];
}

const isDone = ({ state }: LoggedTask): boolean => state === "done" || state === "not-proven";

function taskRow(
  task: LoggedTask,
  {
    selected,
    size,
    screen,
  }: { readonly selected: string | null; readonly size: PaneSize; readonly screen: ViewScreen },
): PaneRow {
  const isSelected = task.id === selected;
  const word = words[task.state];
  const notes = [...(word ? [word] : []), ...(task.turns > 0 ? [`${task.turns}${screen.utf8 ? "×" : "x"}`] : [])].join(
    " ",
  );
  const name = task.title.startsWith(task.id) ? task.title : `${task.id} ${task.title}`;
  const lead = `${isSelected ? (screen.utf8 ? "❯" : ">") : " "}${mark(task.state, screen)} `;
  return {
    text: withEnd(`${lead}${name}`, notes, size),
    tone: isSelected ? paint(screen.colour).bold : tones(screen)[task.state],
  };
}

/** The notes stay at the right edge; the name is cut. */
function withEnd(text: string, end: string, { width, mark: cut }: PaneSize): string {
  if (end === "") return text;
  const room = width - textWidth(end) - 1;
  const shown = cutText(text, Math.max(4, room), cut);
  return `${shown}${" ".repeat(Math.max(1, width - textWidth(shown) - textWidth(end)))}${end}`;
}

const mark = (state: LoggedState, { utf8 }: ViewScreen): string => marks[state][utf8 ? 0 : 1];

function tones({ colour }: ViewScreen): Readonly<Record<LoggedState, (text: string) => string>> {
  const { green, yellow, red, cyan, dim } = paint(colour);
  return { todo: dim, now: cyan, done: green, "not-proven": yellow, refused: red, aside: yellow };
}
