import { duration } from "../../lib/text/duration.js";
import type { ViewScreen } from "../live-view/view-layout.js";
import { paint } from "../terminal/paint.js";
import { foldRow, type PaneRow, type PaneSize } from "./pane.js";
import type { LoggedTurn, RunLog } from "./run-log.js";
import type { TurnLine } from "./turn-lines.js";

interface Area {
  readonly size: PaneSize;
  readonly screen: ViewScreen;
}

/** The turns that go on, each with its newest lines; where a task is chosen, all of its turns. */
export function turnRows(log: RunLog, selected: string | null, area: Area): readonly PaneRow[] {
  const turns = selected === null ? log.current : log.turnsOf(selected);
  if (turns.length === 0) {
    const text = selected === null ? "the project is inspected before the first turn" : "no turn of this task yet";
    return [{ text, tone: paint(area.screen.colour).dim }];
  }
  if (selected !== null)
    return lastRows(
      turns.flatMap((turn) => rowsOf(turn, log, area)),
      area.size.height,
    );
  // Each turn has its share, and what the others leave.
  const all = turns.map((turn) => rowsOf(turn, log, area));
  let room = area.size.height;
  return all.flatMap((rows, at) => {
    const share = Math.max(2, Math.floor(room / (all.length - at)));
    const shown = rows.length <= share ? rows : [...rows.slice(0, 1), ...rows.slice(rows.length - share + 1)];
    room -= shown.length;
    return shown;
  });
}

const lastRows = (rows: readonly PaneRow[], height: number): readonly PaneRow[] => rows.slice(-height);

/** Its name, then what happened in it. */
function rowsOf(turn: LoggedTurn, log: RunLog, { size, screen }: Area): readonly PaneRow[] {
  const style = paint(screen.colour);
  const task = turn.task === null ? null : log.tasks.get(turn.task);
  const name = task ? (task.title.startsWith(task.id) ? task.title : `${task.id} ${task.title}`) : "";
  const gap = screen.utf8 ? " · " : ", ";
  const since = turn.isOver ? "" : `${gap}${duration(Math.max(0, screen.now - turn.startedAt) / 1000)}`;
  return [
    { text: `turn ${turn.iteration}${name === "" ? "" : `${gap}${name}`}${since}`, tone: style.bold },
    ...turn.lines.flatMap((line) =>
      foldRow({ text: `  ${lead(line, screen)}${line.text}`, tone: toneOf(line, screen) }, size),
    ),
  ];
}

const leads: Readonly<Partial<Record<TurnLine["is"], readonly [utf8: string, ascii: string]>>> = {
  good: ["✓ ", "+ "],
  bad: ["✗ ", "! "],
};

const lead = ({ is }: TurnLine, { utf8 }: ViewScreen): string => leads[is]?.[utf8 ? 0 : 1] ?? "";

function toneOf({ is }: TurnLine, { colour }: ViewScreen): (text: string) => string {
  const { green, red, dim, cyan } = paint(colour);
  const tones = { did: cyan, said: (text: string) => text, good: green, bad: red, note: dim, more: dim };
  return tones[is];
}
