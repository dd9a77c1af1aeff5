import type { Proof } from "../../decide/proof.js";
import type { CheckResult } from "../checks/tests/judge-run.js";
import type { Changes, FileChange } from "../workspace/changes.js";
import { isEmptyFile, mayBeEmpty } from "./empty-files.js";

/** The net change of one file over the iterations of a task. Null: the file did not exist. */
export interface FileWork {
  readonly from: string | null;
  readonly to: string | null;
  /** Only whitespace. */
  readonly cosmetic: boolean;
  /** It is new, and has nothing in it. */
  readonly isEmpty?: true;
  /** Between two changes of the task somebody else changed it. */
  readonly isMixed?: true;
}

/** Content that a done task named as its own: the text of its lines, or the whole file. */
export interface OwnedWork {
  readonly path: string;
  readonly lines: readonly string[] | "whole";
}

/** The visible work of one task. Plain JSON. */
export interface TaskWork {
  /** The check results when the task was first worked on. */
  readonly began: readonly CheckResult[];
  /** The net change by full path. */
  readonly files: Readonly<Record<string, FileWork>>;
  /** There were more files than are listed, which is certainly work. */
  readonly many: boolean;
  /** Uncommitted changes were committed. */
  readonly published: boolean;
  readonly done: boolean;
  readonly owns: readonly OwnedWork[];
  /** What was known of its proof when it was done, if that takes too long before the run ends. */
  readonly late?: Proof;
}

export const noWork: TaskWork = { began: [], files: {}, many: false, published: false, done: false, owns: [] };

/** Beyond this many files, the task needs no further proof. */
const maxFiles = 2_000;

/** Adds one turn to the task's work. Reverted changes drop out. */
export function addTurn(work: TaskWork, changes: Changes): TaskWork {
  const files = { ...work.files };
  for (const { path, from, to, cosmetic, isEmpty } of stepsIn(changes)) {
    const before = files[path];
    const isMixed = before !== undefined && (before.isMixed || before.to !== from);
    const step = {
      from: before ? before.from : from,
      to,
      cosmetic: cosmetic && (before?.cosmetic ?? true),
      ...(isMixed ? { isMixed } : {}),
      ...(isEmpty && (before ? before.from : from) === null ? { isEmpty } : {}),
    };
    if (step.from === step.to) delete files[path];
    else files[path] = step;
  }
  const isPublished = changes.files.length === 0 && (changes.commits ?? 0) > 0;
  const names = Object.keys(files);
  const many = work.many || names.length > maxFiles;
  for (const name of names.slice(maxFiles)) delete files[name];
  return { ...work, files, many, published: work.published || isPublished };
}

/** Changes that a person reverted between two turns no longer count. */
export function withoutReverted(work: TaskWork, changes: Changes): TaskWork {
  const files = { ...work.files };
  for (const { path, to } of stepsIn(changes)) if (files[path] && files[path].from === to) delete files[path];
  return { ...work, files };
}

type WorkStep = FileWork & { readonly path: string };

/** Files by their full path, tags and branches by their full name. */
const stepsIn = ({ files, refs }: Changes): readonly WorkStep[] => [
  ...files.flatMap(fileSteps),
  ...refs.map(({ name, from, to }) => ({ path: name, from, to, cosmetic: false })),
];

/** A rename is a deletion and an addition. */
function fileSteps({ root, path, from, before, now, cosmetic }: FileChange): readonly WorkStep[] {
  const old = before && `${before.mode} ${before.hash}`;
  const step = {
    path: `${root}/${path}`,
    from: from === null ? old : null,
    to: now && `${now.mode} ${now.hash}`,
    cosmetic,
    ...(now && isEmptyFile(now) ? { isEmpty: true as const } : {}),
  };
  return from === null ? [step] : [step, { path: `${root}/${from}`, from: old, to: null, cosmetic }];
}

export interface Visibility {
  readonly visible: boolean;
  readonly cosmeticOnly: boolean;
}

/** Whether a change is none of the task: a new file with nothing in it, where the text of the task asks for no such file. */
export const isHollow = (path: string, { isEmpty }: FileWork, text: string | null): boolean =>
  isEmpty === true && !mayBeEmpty(path, text);

/**
 * Whether the work is visible: a net change that does more than undo the work of done tasks, or than add empty files that
 * nobody asked for. `text`: what the task says; null if nobody knows.
 */
export function seeWork(works: readonly TaskWork[], done: readonly TaskWork[], text: string | null = null): Visibility {
  if (works.some(({ many, published }) => many || published)) return { visible: true, cosmeticOnly: false };
  const steps = works
    .flatMap(({ files }) => Object.entries(files))
    .filter(([path, step]) => !isUndoing(path, step, done) && !isHollow(path, step, text));
  return { visible: steps.length > 0, cosmeticOnly: steps.length > 0 && steps.every(([, { cosmetic }]) => cosmetic) };
}

const isUndoing = (path: string, step: FileWork, done: readonly TaskWork[]): boolean =>
  done.some(({ files }) => {
    const theirs = files[path];
    return theirs !== undefined && theirs.from === step.to;
  });
