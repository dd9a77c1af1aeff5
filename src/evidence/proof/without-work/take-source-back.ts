import { compareUnits, hasWhatItNeeds, type Outlined, takeBack } from "./compare-units.js";
import type { Unit } from "./language.js";
import { lastName, wordsIn } from "./name-units.js";
import type { SourceText } from "./plan-experiments.js";

export interface ReadSource extends SourceText {
  /** Null where its language has no units for us. */
  readonly before: Outlined | null;
  readonly after: Outlined | null;
}

/** A source file as it stands in a copy without the work. */
export interface TakenBack {
  readonly source: ReadSource;
  readonly text: string;
  /** Its changed units; none where it has no units for us, or none of them changed. */
  readonly units: readonly Unit[];
}

/**
 * The file as it was. Where the task added units to it, these stay, so that the tests load, and only changed ones go back:
 * if what they need is still there. So it is where the file holds tests beside the code. Null where nothing of it was there
 * before.
 */
export function takeSourceBack(source: ReadSource, hasTests: boolean): TakenBack | null {
  const { old, now, before, after } = source;
  if (old === null || old === now) return null;
  if (!before || !after || now === null) return { source, text: old, units: [] };
  const { changed, added } = compareUnits(before, after);
  if (added.length === 0 && !hasTests) return { source, text: old, units: changed };
  // What was added answers wrongly instead.
  if (changed.length === 0) return null;
  const isFit = hasTests || hasWhatItNeeds(before, after);
  return { source, text: isFit ? takeBack(before, after) : old, units: changed };
}

/** The same by its changed units alone; null where that is no other text, or where these would miss something there. */
export function takeUnitsBack({ source, text, units }: TakenBack): string | null {
  const { old, now, before, after } = source;
  const isWhole = text === old && now !== null && units.length > 0;
  return isWhole && before && after && hasWhatItNeeds(before, after) ? takeBack(before, after) : null;
}

/**
 * Names of what was added that files which go back as a whole no longer have. That a test which uses one fails there shows
 * only that it loads it.
 */
export function listGoneNames(sources: readonly ReadSource[], back: readonly TakenBack[]): readonly string[] {
  const added = new Set(sources.flatMap(namesOfAdded));
  const whole = back.filter(({ source, text }) => text === source.old);
  return [...new Set(whole.flatMap(({ source }) => goneFrom(source, added)))];
}

const namesOfAdded = ({ before, after }: ReadSource): readonly string[] =>
  before && after ? compareUnits(before, after).added.map(({ name }) => lastName(name)) : [];

const shortest = 3;

/** A file that has no units lists what stands elsewhere, maybe by another name. */
function goneFrom({ old, now, before, after }: ReadSource, added: ReadonlySet<string>): readonly string[] {
  const was = wordsIn(old ?? "");
  const isListing = before?.units.length === 0 && after?.units.length === 0;
  return [...wordsIn(now ?? "")].filter(
    (word) => !was.has(word) && (added.has(word) || (isListing && word.length >= shortest)),
  );
}
