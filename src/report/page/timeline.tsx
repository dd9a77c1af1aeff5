import { useEffect, useRef, useState } from "preact/hooks";
import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { toneOf, wordOf } from "./format.js";
import { kindWords } from "./kinds.js";
import type { DecisionRow } from "./report-data.js";

interface TimelineProps {
  readonly rows: readonly DecisionRow[];
  readonly selected: number;
  readonly onSelect: (at: number) => void;
  readonly isPrinting: boolean;
}

const rowHeight = 46;
const margin = 6;
const maxPrinted = 2000;

/** All decisions; only the rows in sight are there, however many there are. */
export function Timeline({ rows, selected, onSelect, isPrinting }: TimelineProps) {
  const list = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 600 });
  useEffect(() => keepInSight(list.current, selected), [selected]);
  useEffect(() => {
    const element = list.current;
    if (element) setScroll({ top: element.scrollTop, height: element.clientHeight });
  }, []);
  const first = isPrinting ? 0 : Math.max(0, Math.floor(scroll.top / rowHeight) - margin);
  const end = isPrinting
    ? Math.min(rows.length, maxPrinted)
    : Math.min(rows.length, Math.ceil((scroll.top + scroll.height) / rowHeight) + margin);
  const onKey = (event: KeyboardEvent): void => {
    const to = targetOf(event.key, selected, rows.length);
    if (to === null) return;
    event.preventDefault();
    onSelect(to);
  };
  return (
    <div
      id="timeline"
      class="timeline"
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="Turns"
      aria-activedescendant={selected < 0 ? undefined : `row-${selected}`}
      onKeyDown={onKey}
      onScroll={(event) => setScroll({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      <div role="presentation" style={{ height: isPrinting ? "auto" : `${rows.length * rowHeight}px` }}>
        <div role="presentation" style={{ transform: isPrinting ? "none" : `translateY(${first * rowHeight}px)` }}>
          {rows.slice(first, end).map((row, at) => (
            <TimelineRow
              key={row.n}
              row={row}
              at={first + at}
              count={rows.length}
              isSelected={first + at === selected}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function keepInSight(element: HTMLElement | null, selected: number): void {
  if (!element || selected < 0) return;
  const top = selected * rowHeight;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + rowHeight > element.scrollTop + element.clientHeight)
    element.scrollTop = top + rowHeight - element.clientHeight;
}

const page = 10;

function targetOf(key: string, selected: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return selected + 1;
    case "ArrowUp":
      return selected - 1;
    case "PageDown":
      return selected + page;
    case "PageUp":
      return selected - page;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

interface RowProps {
  readonly row: DecisionRow;
  readonly at: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly onSelect: (at: number) => void;
}

function TimelineRow({ row, at, count, isSelected, onSelect }: RowProps) {
  const { iteration, hadTurn, task, reason, seconds, usd } = row;
  const [tone, word] = describeRow(row);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active option.
    <div
      id={`row-${at}`}
      class={`row ${isSelected ? "selected" : ""}`}
      role="option"
      aria-selected={isSelected}
      aria-setsize={count}
      aria-posinset={at + 1}
      onClick={() => onSelect(at)}
    >
      <span class="number">{hadTurn ? iteration : ""}</span>
      <span class={`dot ${tone}`} aria-hidden="true" />
      <span class="what">
        <span class="word">{word}</span>
        <span class="rule" title={reason}>
          {shortReason(row)}
        </span>
      </span>
      <span class="task">{task ?? ""}</span>
      <span class="cost">
        <span>{seconds === null ? "" : duration(seconds)}</span>
        <span>{usd === null ? "" : money(usd)}</span>
      </span>
    </div>
  );
}

/** A row has room for a few words: those that all refusals begin with say nothing. */
const shortReason = ({ rule, claim, kind, reason }: DecisionRow): string =>
  rule === "otherwise" && claim === "none"
    ? kindWords[kind]
    : reason.replace(/^the claim of completion was refused: (?:required check )?/, "");

/** What matters about a decision, in a word or two. */
export function describeRow(row: DecisionRow): readonly [tone: string, word: string] {
  const { verdict, claim, tasksDone, setAside, unit, result } = row;
  if (row.kind === "tampering") return ["bad", verdict === "continue" ? kindWords.tampering : wordOf(verdict)];
  if (verdict !== "continue" && unit === null) return [toneOf(verdict), wordOf(verdict)];
  if (result === "merged") return ["good", "merged"];
  if (result === "sent-back") return ["warn", "sent back"];
  if (tasksDone.length > 0) return ["good", "task done"];
  if (setAside !== null) return ["warn", "set aside"];
  if (claim === "refused") return ["warn", "claim refused"];
  if (verdict !== "continue") return [toneOf(verdict), wordOf(verdict)];
  return unit !== null && claim === "passed" ? ["calm", "ready to merge"] : ["calm", "continue"];
}
