import { readWaits, type Waits } from "../task-references.js";
import type { Block, Heading, Item, Text } from "./block.js";
import type { FoundTask } from "./found.js";
import { plainText } from "./titles.js";

/** The lines below each task: items without a box are acceptance criteria, other lines may name dependencies. */
export function collectNotes(
  headings: ReadonlyMap<Heading, number>,
  blocks: readonly Block[],
  criteria: ReadonlySet<FoundTask["at"]>,
): ReadonlyMap<number, Notes> {
  const notes: Noting = { notes: new Map(), labels: new Map(), under: new Map() };
  let heading: number | undefined;
  let level = 0;
  let isLabelled = false;
  for (const block of blocks) {
    if (block.is !== "item") isLabelled = level > 0 && acceptanceLabel.test(plainText(block.text));
    if (block.is === "heading") {
      if (headings.has(block) || block.level <= level) {
        heading = headings.get(block);
        level = heading === undefined ? 0 : block.level;
      }
    } else if (!(block.is === "item" && (block.task >= 0 || criteria.has(block)))) {
      const owner = findOwner(block);
      const task = owner && (owner.task >= 0 ? owner.task : notes.labels.get(owner));
      const around = task ?? (owner && notes.under.get(owner));
      if (block.is === "item" && typeof around === "number") notes.under.set(block, around);
      if (typeof task === "number") note(block, { task, isCriterion: true }, notes);
      else if (typeof around === "number") noteText(block, around, notes);
      else if (heading !== undefined) note(block, { task: heading, isCriterion: owner !== null || isLabelled }, notes);
    }
  }
  return notes.notes;
}

const findOwner = (block: Item | Text): Item | null => (block.is === "item" ? block.parent : block.item);

interface Noting {
  readonly notes: Map<number, Notes>;
  /** Items such as "Acceptance criteria:", by their task. */
  readonly labels: Map<Item, number>;
  /** Items below the box of a task that are no tasks, by that task. */
  readonly under: Map<Item, number>;
}

interface Noted {
  readonly task: number;
  /** An item here is a criterion, not only a part of the text. */
  readonly isCriterion: boolean;
}

function note(block: Item | Text, { task, isCriterion }: Noted, all: Noting): void {
  const text = plainText(block.text);
  const waits = readWaits(text);
  const entry = notesOf(task, all);
  const isLabel = acceptanceLabel.test(text);
  if (!waits && text !== "" && !isLabel) entry.hasText = true;
  if (waits) entry.waits.push(waits);
  else if (isLabel && block.is === "item") all.labels.set(block, task);
  else if (block.is === "item" && isCriterion && text !== "") entry.acceptance.push(text);
  else noteText(block, task, all);
}

function noteText({ text, quoted }: Item | Text, task: number, all: Noting): void {
  const line = plainText(text);
  const isOther = quoted || acceptanceLabel.test(line) || statusLine.test(line);
  if (line !== "" && !isOther) notesOf(task, all).below.push(line);
}

function notesOf(task: number, { notes }: Noting): Notes {
  const known = notes.get(task);
  if (known) return known;
  const added: Notes = { acceptance: [], below: [], waits: [] };
  notes.set(task, added);
  return added;
}

/** It changes while the task is worked on. */
const statusLine = /^status\s*[:：]/iu;

const acceptanceLabel = /^(?:acceptance(?: criteria)?|success criteria|done when|definition of done)\s*:?$/iu;

export interface Notes {
  readonly acceptance: string[];
  readonly below: string[];
  readonly waits: Waits[];
  /** It says something of its own, beside what it waits for. */
  hasText?: true;
}
