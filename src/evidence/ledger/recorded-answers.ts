import { pathFrom, realPath } from "../../lib/files/folder.js";
import type { Gathered } from "../gathered.js";
import { asksToChangeTests } from "../proof/original-tests/asked-changes.js";
import { measureOf } from "../proof/original-tests/measures.js";
import type { PutBack } from "../proof/original-tests/put-back.js";
import type { RootState } from "../workspace/workspace-state.js";
import { isSnapshot } from "./read-changes.js";
import type { FileWork } from "./task-work.js";
import { type ChangedTexts, isCode } from "./work-to-prove.js";

/** Recorded answers that the task made, and what a check wrote, do not enter the copy. */
export function findRecorded(
  root: string,
  files: Readonly<Record<string, FileWork>>,
  { generated }: Gathered,
): readonly PutBack[] {
  const made = Object.entries(files).filter(([, { from }]) => from === null);
  const paths = new Set([...made.map(([path]) => path), ...generated].map((path) => pathFrom(root, path)));
  return [...paths].filter(isRecorded).map((path) => ({ root, path, measure: "test", content: null }));
}

/** What a runner wrote into snapshots that were there says no more than new ones, unless the task asks to change them. */
export function findRewritten(
  { texts }: ChangedTexts,
  { cwd, root, text }: { readonly cwd: string; readonly root: RootState; readonly text: string },
): readonly PutBack[] {
  const inside = pathFrom(root.path, realPath(cwd));
  return texts.flatMap(({ path, old, now }): readonly PutBack[] => {
    if (!isSnapshot(path) || old === null || now === null || asksToChangeTests(text, [path])) return [];
    return [{ root: root.path, path: inside === "" ? path : `${inside}/${path}`, measure: "test", content: old }];
  });
}

/** What tests compare with, and is no code: written by the task, it says only what the task's own code says. */
const isRecorded = (path: string): boolean =>
  isSnapshot(path) || recorded.test(path) || (measureOf(path, []) === "test" && !isCode(path) && !input.test(path));

const recorded = /\.(?:approved|received|golden)\b|(?:^|\/)(?:golden|expected)/;

const input = /(?:^|[/._-])(?:fixtures?|samples?|inputs?|cases?|data|mocks?|stubs?)(?:[/._-]|$)/;
