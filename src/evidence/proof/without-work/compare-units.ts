import type { Unit } from "./language.js";

/** A file's text with its units; none where it was not there. */
export interface Outlined {
  readonly text: string;
  readonly units: readonly Unit[];
}

export interface UnitChanges {
  readonly added: readonly Unit[];
  readonly changed: readonly Unit[];
}

/** Which units are new in a file, and which read differently. Two of one name are told apart by their order. */
export function compareUnits(old: Outlined, now: Outlined): UnitChanges {
  const before = byName(old);
  const added: Unit[] = [];
  const changed: Unit[] = [];
  for (const [name, units] of byName(now))
    for (const [at, unit] of units.entries()) {
      const was = before.get(name)?.[at];
      if (!was) added.push(unit);
      else if (textOf(old, was) !== textOf(now, unit)) changed.push(unit);
    }
  return { added, changed };
}

/** The text of now with each changed unit as it was. What else changed around them stays: the tests may need it. */
export function takeBack(old: Outlined, now: Outlined): string {
  const before = byName(old);
  const edits = [...byName(now)].flatMap(([name, units]) =>
    units.flatMap((unit, at) => {
      const was = before.get(name)?.[at];
      return was && textOf(old, was) !== textOf(now, unit) ? [{ unit, text: textOf(old, was) }] : [];
    }),
  );
  return edits
    .toSorted((a, b) => b.unit.start - a.unit.start)
    .reduce((text, { unit, text: was }) => text.slice(0, unit.start) + was + text.slice(unit.end), now.text);
}

/**
 * Whether changed units find what they used when they are taken back one by one: a helper or an import that is gone would
 * make them fail for no reason of the task's.
 */
export function hasWhatItNeeds(old: Outlined, now: Outlined): boolean {
  const { changed } = compareUnits(old, now);
  const names = new Set(changed.map(({ name }) => name));
  const then = old.units.filter(({ name }) => names.has(name));
  const around = namesUsed(without(old, then));
  const left = namesUsed(
    without(
      now,
      now.units.filter(({ name }) => names.has(name)),
    ),
  );
  return [...namesUsed(then.map((unit) => textOf(old, unit)).join("\n"))].every(
    (name) => !around.has(name) || left.has(name),
  );
}

const without = ({ text }: Outlined, units: readonly Unit[]): string =>
  units
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}\n${rest.slice(end)}`, text);

const comments = /\/\/.*|\/\*[\s\S]*?\*\/|(?<=^|\s)#\s.*/gm;

/** Names that stand alone: not those of members, but private ones, which must be declared. */
const namesUsed = (text: string): ReadonlySet<string> =>
  new Set(
    text.replaceAll(comments, "").match(/(?<![.\p{L}\p{N}_$#])[\p{L}_$][\p{L}\p{N}_$]*|#[\p{L}_$][\p{L}\p{N}_$]*/gu),
  );

const textOf = ({ text }: Outlined, { start, end }: Unit): string => text.slice(start, end);

function byName({ units }: Outlined): ReadonlyMap<string, readonly Unit[]> {
  const found = new Map<string, Unit[]>();
  for (const unit of units) found.set(unit.name, [...(found.get(unit.name) ?? []), unit]);
  return found;
}
