import { useEffect, useRef, useState } from "preact/hooks";
import { kindWords } from "./kinds.js";
import { nameTask } from "./lay-out.js";
import { placeOf, useLinks } from "./links.js";
import type { ReportData } from "./report-data.js";

const maxFound = 30;

/** Finds tasks and turns by their words. */
export function Finder({ report }: { report: ReportData["report"] }) {
  const [text, setText] = useState("");
  const [isHelp, setHelp] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { to } = useLinks();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "/") {
        event.preventDefault();
        input.current?.focus();
      }
      if (event.key === "?") setHelp((is) => !is);
      if (event.key === "Escape") setHelp(false);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const found = find(report, text);
  const leave = (): void => setText("");
  return (
    <search class="finder">
      <input
        ref={input}
        type="search"
        aria-label="Find a task or a turn"
        placeholder="Find a task or a turn ( / )"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") leave();
          if (event.key === "Enter") list.current?.querySelector("a")?.click();
          if (event.key === "ArrowDown") moveIn(list.current, event, 1);
        }}
      />
      <button type="button" class="theme" aria-expanded={isHelp} onClick={() => setHelp(!isHelp)}>
        ? Keys
      </button>
      {isHelp && (
        <p class="help" role="note">
          <kbd>/</kbd> find (the arrow keys and Enter choose), <kbd>j</kbd> <kbd>k</kbd> next and previous turn,{" "}
          <kbd>?</kbd> these keys, <kbd>Esc</kbd> closes. The arrow keys, Page Up and Page Down work in the list of
          turns. Every task and turn has an address of its own.
        </p>
      )}
      {text.trim() !== "" && (
        <ul
          class="found"
          aria-label="Found"
          ref={list}
          onKeyDown={(event) => {
            if (event.key === "Escape") input.current?.focus();
            if (event.key === "ArrowDown" || event.key === "ArrowUp")
              if (!moveIn(list.current, event, event.key === "ArrowDown" ? 1 : -1)) input.current?.focus();
          }}
        >
          {found.length === 0 && <li class="quiet">Nothing here has these words.</li>}
          {found.map(({ place, head, words }) => (
            <li key={place}>
              <a href={to(place)} onClick={leave}>
                {head}
              </a>{" "}
              <span class="why">{words}</span>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

/** To the next or the previous of what was found; false where there is none before it. */
function moveIn(list: HTMLElement | null, event: Event, by: 1 | -1): boolean {
  const links = [...(list?.querySelectorAll("a") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement) + by;
  event.preventDefault();
  links[Math.min(at, links.length - 1)]?.focus();
  return at >= 0;
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

interface Found {
  readonly place: string;
  readonly head: string;
  readonly words: string;
}

/** What has all of the words: tasks first, then the newest turns. */
function find({ tasks, decisions }: ReportData["report"], text: string): readonly Found[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [];
  const has = (words: string): boolean => {
    const lower = words.toLowerCase();
    return wanted.every((word) => lower.includes(word));
  };
  const found: Found[] = [];
  for (const { id, title, reason } of tasks)
    if (found.length < maxFound && has(`${id} ${title ?? ""} ${reason ?? ""}`))
      found.push({ place: id, head: nameTask(id, title), words: reason ?? "" });
  for (const row of decisions.toReversed()) {
    if (found.length >= maxFound) break;
    const head = `${row.hadTurn ? `Turn ${row.iteration}` : `Decision ${row.n}`}${row.task === null ? "" : `, ${row.task}`}`;
    if (has(`${head} ${kindWords[row.kind]} ${row.rule} ${row.reason}`))
      found.push({ place: placeOf(row), head, words: `${kindWords[row.kind]}: ${row.reason}` });
  }
  return found;
}
