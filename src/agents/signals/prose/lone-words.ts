import { instructedBecause } from "../lead-in.js";
import type { MessageLine } from "../lines.js";
import { isDoneElsewhere } from "./languages/read-language.js";
import { isShown } from "./sentences.js";

const doneWord = /^(?:complete|completed|done|finished|all done)$/i;
/** A token of several words: `ALL_TASKS_COMPLETE`, `TASK DONE`. In lower case they are an ordinary sentence. */
const doneToken =
  /^(?:ALL[ _-])?(?:(?:TASKS?|STORIES|WORK|PROJECT|JOB|GOALS?|IMPLEMENTATION|MISSION|EVERYTHING|RALPH|PHASES|TODOS|ITEMS|STEPS|FEATURES|ASSIGNMENT)[ _-])?(?:IS[ _-]|ARE[ _-])?(?:COMPLETE|COMPLETED|DONE|FINISHED)$/;
/** Not before a lower-case letter: test runners print test names like that. */
const tick = /✅|☑|🎉|[✓✔](?!\s+[a-z])|!\W*$/;
const markup = /^\s*(?:#{1,6}\s|\*\*|__)/;

/** A line with nothing else on it, without tag, Markdown, ticks and final punctuation. */
interface Lone {
  readonly word: string;
  readonly tagged: boolean;
  /** A heading or a bold line, which may also be the title of a section. */
  readonly title: boolean;
  readonly ticked: boolean;
  readonly ended: boolean;
}

const tag = /^<([a-z][\w-]{0,30})>\s*([^<>]{1,60}?)\s*<\/\1>$/i;
/** A promise has its own agreed word, a task's tag is about that task, and the others are only markup. */
const otherTags =
  /^(?:promise|task|subtask|story|step|phase|item|todo|code|pre|b|i|em|strong|u|td|th|tr|li|p|div|span|h\d|title|summary|details|example|sub|sup|a|q|blockquote)$/i;

/** Everything except letters and digits at either end. */
const around =
  /^[^a-z0-9\u00c0-\u024f\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3<]+|[^a-z0-9\u00c0-\u024f\u0400-\u04ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3>]+$/gi;

function readLone(text: string): Lone {
  const trimmed = text.trim();
  const [, name = "", content] = tag.exec(trimmed.replaceAll(/^[*_`]+|[*_`]+$/g, "")) ?? [];
  const tagged = content !== undefined && !otherTags.test(name);
  const bare = (tagged ? content : trimmed).replaceAll(around, "");
  return {
    word: bare,
    tagged,
    title: markup.test(text),
    ticked: tick.test(trimmed),
    ended: /[.!。！][*_]*$/.test(trimmed),
  };
}

/** `ALL_TASKS_COMPLETE`, which means everything, or a plain `DONE`, which may be about a task named beside it. */
export type LoneWord = "all" | "word";

/** A word for "done" alone on the first or last line, possibly in a tag: `DONE`, `<ralph>DONE</ralph>`. */
export function findLoneWord(lines: readonly MessageLine[], isOwn: (at: number) => boolean): LoneWord | null {
  const counts = (at: number): boolean => isOwn(at) && lines[at]?.text.trim() !== "" && lines[at]?.isFence === false;
  const first = lines.findIndex((_, at) => counts(at));
  const last = lines.findLastIndex((_, at) => counts(at));
  if (first < 0) return null;
  const found = [first, last].find((at) => isDone(lines, at, at === first && first !== last ? "first" : "last"));
  if (found === undefined) return null;
  return /\bALL[ _-]|^(?:全部|所有|すべて|全て|모두|전체)/.test(readLone(lines[found]?.text ?? "").word)
    ? "all"
    : "word";
}

function isDone(lines: readonly MessageLine[], at: number, place: "first" | "last"): boolean {
  const line = lines[at];
  if (!line || line.text.length > 120 || isShown(line) || isListItem(line.text)) return false;
  const lone = readLone(line.text);
  if (!isDoneWord(lone, place, lines.length)) return false;
  return instructedBecause(lines, at) === undefined && !isLedIn(lines, at) && !standsInList(lines, at);
}

function isDoneWord({ word, tagged, title, ticked, ended }: Lone, place: "first" | "last", count: number): boolean {
  if (word === "" || word.length > 40) return false;
  if (doneToken.test(tagged ? word.toUpperCase() : word)) return true;
  if (doneWord.test(word)) return ticked || (!title && (place === "first" ? ended : count === 1));
  return isDoneElsewhere(word.toLowerCase()) && (ticked || (!title && (place === "last" || ended)));
}

const isListItem = (text: string): boolean => /^\s*(?:[-*+]|\d{1,3}[.)])\s|^\s*\|/.test(text);

const leadsIn = /[:：]\**$|\b(?:print|output|repl(?:y|ie)|respond|say|emit|write|return|answer|with)s?\W*$/i;

/** "The agent has to print:" introduces foreign text; "I am done, so:" introduces the agent's own. */
function isLedIn(lines: readonly MessageLine[], at: number): boolean {
  const before = nextFilled(lines, at, -1);
  return leadsIn.test(before) && !/\b(?:i|i['’]m|i['’]ll|my|let me)\b/i.test(before);
}

/** `TODO`, `DOING`, `DONE` on consecutive lines are a list of names. */
function standsInList(lines: readonly MessageLine[], at: number): boolean {
  const isName = (text: string): boolean => /^\W*[A-Z][A-Z_]{2,30}\W*$/.test(text);
  return isName(nextFilled(lines, at, -1)) || isName(nextFilled(lines, at, 1));
}

function nextFilled(lines: readonly MessageLine[], from: number, step: -1 | 1): string {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) {
    const line = lines[at];
    if (line && !line.isFence && line.text.trim() !== "") return line.text.trim();
  }
  return "";
}
