import { pathJoin } from "../../../lib/files/folder.js";
import { compareUnits, type Outlined } from "./compare-units.js";
import type { Experiment } from "./experiment.js";
import type { Unit } from "./language.js";
import { languageOf } from "./languages.js";
import { hasWord, isAskedFor, isNamedIn, lastName } from "./name-units.js";
import { type TestText, testsThatName } from "./new-tests.js";
import { isOnlyCalled } from "./only-called.js";
import { listGoneNames, type ReadSource, type TakenBack, takeSourceBack, takeUnitsBack } from "./take-source-back.js";
import { answerWrongly } from "./wrong-answers.js";

/** A source file as it was before the task and as it is now, from the project's folder; null: not there. */
export interface SourceText {
  readonly path: string;
  readonly old: string | null;
  readonly now: string | null;
}

export interface WorkToProve {
  /** All that the list says of the task. */
  readonly text: string;
  readonly sources: readonly SourceText[];
  readonly tests: readonly TestText[];
  /** The task is about tests: what they name answers wrongly, though the task did not write it. */
  readonly isAboutTests: boolean;
  /** Changed source that cannot be taken back: what it was before is not known. */
  readonly lost: readonly string[];
}

/** A unit that may answer wrongly. */
export interface Candidate {
  readonly source: SourceText;
  readonly unit: Unit;
  readonly isAsked: boolean;
  readonly isNamed: boolean;
  /** The tests call it for what it does, and never look at its answer. */
  readonly isUnused?: boolean;
}

const maxUnits = 5;

/** What is done to copies to see whether the task's new tests notice: as little as shows it. */
export async function planExperiments(
  work: WorkToProve,
  { marks, isRestricted }: { readonly marks: string; readonly isRestricted: boolean },
): Promise<readonly Experiment[]> {
  const read = await Promise.all(work.sources.map(readSource));
  const hasTests = ({ path }: SourceText): boolean => work.tests.some((test) => test.path === path);
  const isWritten = work.tests.some(({ old, now }) => old !== now);
  const back = work.isAboutTests ? [] : read.flatMap((source) => takeSourceBack(source, hasTests(source)) ?? []);
  const added = work.isAboutTests || !isWritten ? [] : choose(findAdded(read, work), back.length === 0);
  const tested = work.isAboutTests
    ? choose(
        read.flatMap((source) => namedIn(source, work)),
        false,
      )
    : [];
  const asked = added.filter(({ isAsked }) => isAsked);
  // Each that is asked for has to be noticed. Where the whole suite runs each time, that would take too long.
  const groups = asked.length > 1 && isRestricted ? asked.map((each) => [each]) : [asked.length > 0 ? asked : added];
  const wrong = [...groups, tested].filter((group) => group.length > 0);
  const programs = isWritten && !work.isAboutTests ? read.flatMap((source) => skipProgram(source, work)) : [];
  const experiments = await Promise.all(wrong.map((group, at) => answerWrongly(group, pathJoin(marks, `wrong-${at}`))));
  const takingBack = await planTakingBack(back, { read, work, marks });
  return [...experiments.flatMap((each) => each ?? []), ...programs, ...takingBack];
}

const nothing: Outlined = { text: "", units: [] };

async function readSource(source: SourceText): Promise<ReadSource> {
  const language = await languageOf(source.path);
  const read = async (text: string | null): Promise<Outlined | null> => {
    if (text === null) return nothing;
    const units = await language?.readUnits(text, source.path);
    return units ? { text, units } : null;
  };
  return { ...source, before: await read(source.old), after: await read(source.now) };
}

const isNamedBy = (tests: readonly TestText[], unit: Unit, path: string): boolean =>
  tests.some(({ now }) => isNamedIn(now, unit, path));

/** What was added and can answer wrongly. What only came from another file was there before. */
function findAdded(sources: readonly ReadSource[], { text, tests }: WorkToProve): readonly Candidate[] {
  const old = new Set(sources.flatMap(({ before }) => (before?.units ?? []).map((unit) => textOf(before, unit))));
  return sources.flatMap((source) => {
    const { before, after, path } = source;
    if (!before || !after) return [];
    return compareUnits(before, after)
      .added.filter((unit) => unit.isMeasurable && !old.has(textOf(after, unit)))
      .map((unit) => ({
        ...{ source, unit, isAsked: isAskedFor(text, unit, path), isNamed: isNamedBy(tests, unit, path) },
        isUnused: isOnlyCalled(tests, unit),
      }));
  });
}

const textOf = (outlined: Outlined | null, { start, end }: Unit): string =>
  (outlined?.text.slice(start, end) ?? "").replaceAll(/\bexport (?:default )?|\s+/g, "");

/** What the new tests name in a file, whoever wrote it. */
function namedIn(source: ReadSource, { text, tests }: WorkToProve): readonly Candidate[] {
  return (source.after?.units ?? [])
    .filter((unit) => unit.isMeasurable && isNamedBy(tests, unit, source.path))
    .map((unit) => ({
      ...{ source, unit, isAsked: isAskedFor(text, unit, source.path), isNamed: true },
      isUnused: isOnlyCalled(tests, unit),
    }));
}

/**
 * Those asked for first, then those that a test names, then the longest. What neither names only helps: where changed code
 * goes back, that alone shows whether the tests are about the work.
 */
const choose = (candidates: readonly Candidate[], isAnyUseful: boolean): readonly Candidate[] =>
  candidates
    .toSorted((a, b) => rank(b) - rank(a) || lengthOf(b) - lengthOf(a))
    .filter(({ isAsked, isNamed }, _, all) => (all.some((other) => other.isNamed) ? isNamed : isAsked || isAnyUseful))
    .slice(0, maxUnits);

const rank = ({ isAsked, isNamed }: Candidate): number => (isAsked ? 2 : 0) + (isNamed ? 1 : 0);
const lengthOf = ({ unit }: Candidate): number => unit.end - unit.start;

const exportsSomething =
  /^\s*export\b|\bmodule\.exports\b|\bexports\.\w|^(?:async\s+)?def\s|^class\s|^\s*\w+\s*\(\)\s*\{/m;

/** A new file without functions is a program that tests start: it does nothing instead. */
function skipProgram({ path, old, now, after }: ReadSource, { tests }: WorkToProve): readonly Experiment[] {
  const isProgram = old === null && now !== null && /\.(?:[cm]?[jt]s|py|sh|bash)$/.test(path);
  if (!isProgram || after?.units.some(({ isMeasurable }) => isMeasurable) || exportsSomething.test(now)) return [];
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (!tests.some((test) => hasWord(test.now, name) || hasWord(test.now, name.replace(/\.\w+$/, "")))) return [];
  const [shebang = ""] = /^#!.*\n/.exec(now) ?? [];
  return [
    {
      kind: "wrong-answer",
      files: [{ path, text: shebang }],
      units: [{ path, name }],
      isAsked: false,
      marks: null,
      control: [],
    },
  ];
}

async function planTakingBack(
  back: readonly TakenBack[],
  { read, work, marks }: { readonly read: readonly ReadSource[]; readonly work: WorkToProve; readonly marks: string },
): Promise<readonly Experiment[]> {
  if (back.length === 0) return [];
  const files = back.map(({ source: { path }, text }) => ({ path, text }));
  const units = back.flatMap(({ source: { path }, units: own }) => own.map(({ name }) => ({ path, name })));
  const loaded = back.flatMap(({ source, units: own }) =>
    (own.some(isMeasurable) ? own : (source.after?.units ?? []))
      .filter(isMeasurable)
      .slice(0, maxUnits)
      .map((unit) => ({ source, unit, isAsked: false, isNamed: false })),
  );
  const probe = await answerWrongly(loaded, pathJoin(marks, "probe"));
  const isSpared = testsThatName(work.tests, listGoneNames(read, back));
  const plan = { files, control: [], units, isAsked: false, marks: null, isSpared } as const;
  const whole = planWhole(back, { read, work });
  const onlyUnits = planUnits(back, { read, work });
  const more = { ...(probe ? { probe } : {}), ...(whole ? { whole } : {}), ...(onlyUnits ? { onlyUnits } : {}) };
  return [{ kind: "taken-back", ...plan, ...more }];
}

interface ReadWork {
  readonly read: readonly ReadSource[];
  readonly work: WorkToProve;
}

/** Undefined where no file that goes back as a whole can do so by its units. */
function planUnits(back: readonly TakenBack[], { read, work }: ReadWork): Experiment["onlyUnits"] {
  const taken = back.map((each) => ({ ...each, text: takeUnitsBack(each) ?? each.text }));
  if (taken.every(({ text }, at) => text === back[at]?.text)) return undefined;
  const files = taken.map(({ source: { path }, text }) => ({ path, text }));
  return { files, isSpared: testsThatName(work.tests, listGoneNames(read, taken)) };
}

/** Undefined where the copy has nothing but old source already, or not all of it is known. */
function planWhole(back: readonly TakenBack[], { read, work }: ReadWork): Experiment["whole"] {
  const changed = read.filter(({ old, now }) => old !== now);
  const isMixed = changed.length > back.length || back.some(({ source, text }) => text !== source.old);
  // Tests beside the code are gone with it.
  const hasTests = changed.some(({ path }) => work.tests.some((test) => test.path === path));
  if (!isMixed || hasTests || work.lost.length > 0) return undefined;
  const all = changed.map((source) => ({ source, text: source.old ?? "", units: [] }));
  return {
    files: changed.map(({ path, old }) => ({ path, text: old })),
    isSpared: testsThatName(work.tests, [...listGoneNames(read, all), ...namesOfNew(changed)]),
  };
}

/** What stands in files that were not there before. */
const namesOfNew = (sources: readonly ReadSource[]): readonly string[] =>
  sources.flatMap(({ old, after }) => (old === null ? (after?.units ?? []).map(({ name }) => lastName(name)) : []));

const isMeasurable = (unit: Unit): boolean => unit.isMeasurable;
