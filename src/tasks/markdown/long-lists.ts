import type { ListOptions } from "../list-options.js";
import { reuseTasks } from "../same-tasks.js";
import { resolveMarks } from "../status-words.js";
import type { MarkdownListing } from "./read-markdown.js";
import { readTicked } from "./ticked.js";

/** From this length on, readings are remembered. */
export const longText = 100_000;

interface CachedList {
  readonly text: string;
  /** The options it was read with. */
  readonly options: string;
  readonly style: string;
  readonly listing: MarkdownListing;
}

/** One iteration reads the same long text often, and the next reads it with another box ticked. */
let last: CachedList | null = null;
/** As long as there is memory for it. */
let secondLast: WeakRef<CachedList> | null = null;

type ReadText = (markdown: string, options: ListOptions) => MarkdownListing;

/** Reads a long text, or as little of it as has changed since the last reading. */
export function readLong(markdown: string, options: ListOptions, readText: ReadText): MarkdownListing {
  const key = JSON.stringify(options);
  const known = recall(markdown, (reading) => reading.options === key);
  if (known) return known;
  const before = last?.options === key ? last : null;
  const listing =
    (before && readTicked(before, markdown, resolveMarks(options.taskMarks))) ??
    shareTasks(before, readText(markdown, options));
  secondLast = last && new WeakRef(last);
  last = { text: markdown, options: key, style: styleOf(options), listing };
  return listing;
}

/** A reading of the text in which only the optional sections may be others. */
export const recallLong = (markdown: string, options: Partial<ListOptions>): MarkdownListing | undefined =>
  recall(markdown, ({ style }) => style === styleOf(options));

function recall(markdown: string, isMeant: (reading: CachedList) => boolean): MarkdownListing | undefined {
  const readings = [last, secondLast?.deref()];
  return readings.find((reading) => reading && isMeant(reading) && reading.text === markdown)?.listing;
}

const styleOf = ({ taskMarks = {}, plainLists = true }: Partial<ListOptions>): string =>
  JSON.stringify([taskMarks, plainLists]);

const shareTasks = (before: CachedList | null, listing: MarkdownListing): MarkdownListing => ({
  ...listing,
  tasks: reuseTasks(before?.listing.tasks ?? [], listing.tasks),
});
