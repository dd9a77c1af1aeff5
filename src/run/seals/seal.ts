import type { Task } from "../../decide/tasks.js";
import { taskText } from "../../evidence/proof/test-owner.js";
import { makePrivateFolder, replacePrivateFile } from "../../lib/files/disk.js";
import { readIfThere } from "../../lib/files/files.js";
import { digest, namesIn } from "../../lib/files/folder.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { sha256Hex } from "../../lib/text/sha256.js";

/** A function that a sealed check calls and that the work has to provide, or to change. */
export interface Seam {
  readonly file: string;
  readonly name: string;
}

/** One thing that the task asks for, and the test that tells whether it is there. */
export interface Requirement {
  readonly id: string;
  readonly text: string;
  /** The title of the test. */
  readonly test: string;
  /** Why it fails before the work: what it calls is missing, or does something else. */
  readonly reason: "missing" | "differs";
  readonly seam: Seam;
}

/** Checks of one task, written from its text before the work. Plain JSON. */
export interface Seal {
  readonly version: 1;
  readonly task: string;
  readonly title: string;
  /** A digest of all that the list says of the task. */
  readonly text: string;
  readonly author: string;
  readonly at: string;
  readonly requirements: readonly Requirement[];
  /** Words that run the files. */
  readonly command: readonly string[];
  /** By their path from the project's folder, with a digest of their content. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

const sealsFolder = (privateFolder: string): string => `${privateFolder}/seals`;

/** Where the seal of a task is; its files are below `files`. */
export const sealFolder = (privateFolder: string, task: string): string =>
  `${sealsFolder(privateFolder)}/${digest(task).slice(0, 12)}`;

/** What a task says; with another text it is another task. */
export const digestTask = (task: Pick<Task, "title" | "acceptance" | "below">): string => digest(taskText(task));

export function saveSeal(privateFolder: string, seal: Seal, texts: ReadonlyMap<string, string>): void {
  const folder = sealFolder(privateFolder, seal.task);
  for (const [path, text] of texts) {
    const full = `${folder}/files/${path}`;
    makePrivateFolder(full.slice(0, full.lastIndexOf("/")));
    replacePrivateFile(full, text);
  }
  replacePrivateFile(`${folder}/seal.json`, `${JSON.stringify(seal)}\n`);
}

/** All seals of a project whose files are as they were sealed; of the others, why not. */
export function readSeals(privateFolder: string): {
  readonly seals: readonly Seal[];
  readonly damaged: readonly string[];
} {
  const seals: Seal[] = [];
  const damaged: string[] = [];
  for (const name of namesIn(sealsFolder(privateFolder))) {
    const folder = `${sealsFolder(privateFolder)}/${name}`;
    const seal = tryParseJson(readIfThere(`${folder}/seal.json`) ?? "");
    if (!isSeal(seal)) damaged.push(`${folder}/seal.json cannot be read`);
    else if (
      !seal.files.every(({ path, sha256 }) => sha256Hex(readIfThere(`${folder}/files/${path}`) ?? "") === sha256)
    )
      damaged.push(`the sealed files of task ${seal.task} are not as they were sealed: ${folder}`);
    else seals.push(seal);
  }
  return { seals: seals.toSorted((a, b) => (a.task < b.task ? -1 : 1)), damaged };
}

const isSeal = (value: unknown): value is Seal =>
  isRecord(value) &&
  value["version"] === 1 &&
  typeof value["task"] === "string" &&
  Array.isArray(value["requirements"]) &&
  Array.isArray(value["command"]) &&
  Array.isArray(value["files"]);
