import type { CheckResult } from "../evidence/tests/judge-run.js";
import type { Changes, FileChange } from "../evidence/workspace/changes.js";

/** What the iterations of a task did to one file, from the first to the last of them. Null: there was no such file. */
export interface FileWork {
  readonly from: string | null;
  readonly to: string | null;
  /** Nothing but blanks and line breaks. */
  readonly cosmetic: boolean;
}

/** Content that a done task named as its own: by the texts of its lines, or the whole file. */
export interface OwnedWork {
  readonly path: string;
  readonly lines: readonly string[] | "whole";
}

/** What was seen of one task's work. Plain JSON. */
export interface TaskWork {
  /** What the checks came to when the task was first worked on. */
  readonly began: readonly CheckResult[];
  /** By full path: the net change of its iterations. */
  readonly files: Readonly<Record<string, FileWork>>;
  /** There were more files than are listed: work beyond doubt. */
  readonly many: boolean;
  /** What lay uncommitted was committed. */
  readonly published: boolean;
  readonly done: boolean;
  readonly owns: readonly OwnedWork[];
}

export const noWork: TaskWork = { began: [], files: {}, many: false, published: false, done: false, owns: [] };

/** Nobody names more files than that in one task; beyond it nothing has to be proved any more. */
const maxFiles = 2_000;

/** The task's work with one more turn of it. What was changed back to how it was drops out. */
export function addTurn(work: TaskWork, changes: Changes): TaskWork {
  const files = { ...work.files };
  for (const { path, from, to, cosmetic } of stepsIn(changes)) {
    const before = files[path];
    const step = { from: before ? before.from : from, to, cosmetic: cosmetic && (before?.cosmetic ?? true) };
    if (step.from === step.to) delete files[path];
    else files[path] = step;
  }
  const isPublished = changes.files.length === 0 && (changes.commits ?? 0) > 0;
  const names = Object.keys(files);
  const many = work.many || names.length > maxFiles;
  for (const name of names.slice(maxFiles)) delete files[name];
  return { ...work, files, many, published: work.published || isPublished };
}

/** What a person put back between two turns is the task's work no longer. */
export function withoutReverted(work: TaskWork, changes: Changes): TaskWork {
  const files = { ...work.files };
  for (const { path, to } of stepsIn(changes)) if (files[path] && files[path].from === to) delete files[path];
  return { ...work, files };
}

type Step = FileWork & { readonly path: string };

/** Files by their full path, tags and branches by their full name. */
const stepsIn = ({ files, refs }: Changes): readonly Step[] => [
  ...files.flatMap(fileSteps),
  ...refs.map(({ name, from, to }) => ({ path: name, from, to, cosmetic: false })),
];

/** A renamed file is one that went and one that came. */
function fileSteps({ root, path, from, before, now, cosmetic }: FileChange): readonly Step[] {
  const old = before && `${before.mode} ${before.hash}`;
  const step = {
    path: `${root}/${path}`,
    from: from === null ? old : null,
    to: now && `${now.mode} ${now.hash}`,
    cosmetic,
  };
  return from === null ? [step] : [step, { path: `${root}/${from}`, from: old, to: null, cosmetic }];
}

export interface Visibility {
  readonly visible: boolean;
  readonly cosmeticOnly: boolean;
}

/** Whether the work can be seen: a net change that does more than undo what done tasks did. */
export function seeWork(works: readonly TaskWork[], done: readonly TaskWork[]): Visibility {
  if (works.some(({ many, published }) => many || published)) return { visible: true, cosmeticOnly: false };
  const steps = works
    .flatMap(({ files }) => Object.entries(files))
    .filter(([path, step]) => !isUndoing(path, step, done));
  return { visible: steps.length > 0, cosmeticOnly: steps.length > 0 && steps.every(([, { cosmetic }]) => cosmetic) };
}

const isUndoing = (path: string, step: FileWork, done: readonly TaskWork[]): boolean =>
  done.some(({ files }) => {
    const theirs = files[path];
    return theirs !== undefined && theirs.from === step.to;
  });
