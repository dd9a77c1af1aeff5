import { resolve } from "node:path";
import { agentNames } from "../agents/start/start-agent.js";
import type { Config } from "../config/load.js";
import { UserError } from "../lib/errors.js";
import { exists, makeFolder, replaceFile } from "../lib/files/disk.js";
import { temporaryFolder } from "../lib/files/temporary-folder.js";
import { newRunId, now } from "../lib/time/clock.js";
import { givenList, parseGivenTask, writeGivenTasks } from "../tasks/given-tasks.js";
import type { Io, ParsedArgs } from "./command.js";

/** Longer ones are documents, and an agent reads those better from a file. */
const maxTask = 2_000;

/** The tasks of `run "…"` and `run --task "…"`, written where the run finds them again; null if none was typed. */
export function keepTypedTasks(args: ParsedArgs, io: Io, { stateFolder }: Config): string | null {
  const texts = readTypedTasks(args, io);
  if (texts.length === 0) return null;
  const folder = args.flag("dry-run")
    ? temporaryFolder("untildone-given-")
    : resolve(io.cwd, stateFolder, "logs/given");
  makeFolder(folder);
  const file = `${folder}/${newRunId(now())}.json`;
  replaceFile(file, writeGivenTasks(texts));
  return givenList(file);
}

/** What was typed, or why it cannot be a task. */
export function readTypedTasks(args: ParsedArgs, io: Io): readonly string[] {
  refuseWords(args.words, io);
  for (const word of args.words) refuseWord(word, io);
  const texts = [...args.words, ...args.texts("task")];
  if (texts.length === 0) return [];
  refuseTogether(args);
  for (const text of texts) refuseTask(text);
  return texts;
}

/** Several words without quotes were meant to be one task. */
function refuseWords(words: readonly string[], { cwd }: Io): void {
  const isTask = words.length > 1 && words.every((word) => /^[^\s/\\]+$/.test(word) && !exists(resolve(cwd, word)));
  if (!isTask) return;
  throw new UserError({
    what: `unexpected argument ${JSON.stringify(cut(words[1] ?? ""))}: a task is one argument, in quotes`,
    where: "untildone run",
    fix: `untildone run ${JSON.stringify(cut(words.join(" ")))}`,
  });
}

const maxShown = 80;
const cut = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown - 1)}…` : text);

/** A task has several words. One word was meant to be something else. */
function refuseWord(word: string, { cwd }: Io): void {
  const refuse = (what: string, fix: string): never => {
    throw new UserError({ what, where: "untildone run", fix });
  };
  if (word.trim() !== "" && !word.includes("\n") && exists(resolve(cwd, word)))
    refuse(`${word} is a file, not a task`, `untildone run --tasks ${quote(word)}`);
  if (/\s/.test(word.trim()) || word.trim() === "") return;
  if (agentNames.includes(word)) refuse(`${word} is an agent, not a task`, `untildone run --agent ${word}`);
  refuse(
    `unexpected argument ${JSON.stringify(cut(word))}: one word is no task`,
    `untildone run --task ${quote(cut(word))}, or a whole sentence: untildone run "add a ${cut(word)}"`,
  );
}

const quote = (word: string): string => (/^[\w./:-]+$/.test(word) ? word : JSON.stringify(word));

function refuseTogether(args: ParsedArgs): void {
  const other = args.text("tasks") !== undefined ? "--tasks" : args.flag("shadow") ? "--shadow" : null;
  if (other === null) return;
  throw new UserError({
    what: `a task and ${other} contradict each other`,
    where: "untildone run",
    fix: other === "--tasks" ? "leave one of them out, or write the task into the list" : "leave one of them out",
  });
}

function refuseTask(text: string): void {
  const refuse = (what: string, fix: string): never => {
    throw new UserError({ what, where: "--task", fix });
  };
  if (parseGivenTask(text).title === "")
    refuse("the task is empty", 'say what to do: untildone run --task "Parse dates -- 2026-01-31 is read"');
  if (text.length > maxTask)
    refuse(
      `the task has ${text.length} characters, and at most ${maxTask} are taken`,
      'write it to a file, and say: untildone run --task "Build what SPEC.md describes"',
    );
}
