import { UserError } from "../lib/errors.js";
import { statusOfWord } from "../tasks/status-words.js";
import type { MarkStatus } from "../tasks/tracker.js";
import type { ParsedArgs } from "./command.js";
import { type CommandContext, open } from "./open-list.js";

export async function markTask(
  [list = null]: readonly (string | null)[],
  { id, status }: Mark,
  context: CommandContext,
): Promise<number> {
  const { args, io } = context;
  const tracker = await open(list, context);
  const marked = await tracker.mark(id, status, args.text("reason"));
  if (marked.is === "refused") {
    const fix = "untildone tasks prints the ids of a list";
    throw new UserError({ what: `task ${id} was not marked: ${marked.why}`, where: tracker.name, fix });
  }
  const message = marked.changed ? `${id} is ${status} now` : `${id} was ${status} already`;
  if (io.isTerminal && !args.flag("json")) io.out(`${message}\n`);
  else io.out(`${JSON.stringify({ file: tracker.name, task: marked.task, status, changed: marked.changed })}\n`);
  return 0;
}

/** The status follows the id of --mark, so it is parsed as a positional: the last one, or the first. */
export function readWords(args: ParsedArgs): { lists: readonly (string | null)[]; mark: Mark | null } {
  const id = args.text("mark");
  const words = [...args.words];
  if (id === undefined) return { lists: words.length > 0 ? words : [null], mark: null };
  const last = markStatus(words.at(-1));
  const status = last ?? markStatus(words[0]);
  if (!status)
    throw new UserError({
      what: `${JSON.stringify(words.at(-1) ?? "")} is not a task status`,
      where: `--mark ${id}`,
      fix: "write --mark ID STATUS, with todo, doing, done or blocked",
    });
  if (last) words.pop();
  else words.shift();
  if (words.length > 1)
    throw new UserError({
      what: "--mark takes one list",
      where: "untildone tasks",
      fix: "name the list the task is in",
    });
  return { lists: [words[0] ?? null], mark: { id, status } };
}

interface Mark {
  readonly id: string;
  readonly status: MarkStatus;
}

function markStatus(word: string | undefined): MarkStatus | undefined {
  const status = word === undefined ? undefined : statusOfWord(word);
  return status === "skipped" ? undefined : status;
}
