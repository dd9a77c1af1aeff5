import { type Command, type Flag, globalFlags } from "../command.js";

/** What can be typed after a flag or as a word of its own. */
export type Completed =
  | { readonly is: "choices"; readonly choices: readonly string[] }
  | { readonly is: "files" | "folders" | "nothing" };

export interface CompletedFlag {
  readonly name: string;
  readonly help: string;
  /** Null: it takes no value. */
  readonly value: (Completed & { readonly placeholder: string }) | null;
  readonly isRepeatable: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly words: Completed;
}

/** What a shell needs to know of a command, from its declaration. */
const toCompleted = (command: Command, summary: string): CompletedCommand => ({
  name: command.name,
  summary,
  flags: Object.entries({ ...command.flags, ...globalFlags }).map(([name, flag]) => completeFlag(name, flag)),
  words: completeWords(command),
});

/** A command and those of its own, such as `fleet` and `fleet status`. */
export const toCompletedParts = (command: Command, summary: string): readonly CompletedCommand[] => [
  toCompleted(command, summary),
  ...Object.values(command.parts ?? {}).map((part) => toCompleted(part, part.about)),
];

/** Whether it is typed after the name of another command. */
export const isPart = ({ name }: CompletedCommand): boolean => name.includes(" ");

/** The commands that have commands of their own. */
export const namesOfWholes = (commands: readonly CompletedCommand[]): readonly string[] => [
  ...new Set(commands.filter(isPart).map(({ name }) => name.slice(0, name.indexOf(" ")))),
];

const completeFlag = (name: string, flag: Flag): CompletedFlag => ({
  name,
  help: firstClause(flag.help),
  value: flag.type === "boolean" ? null : { ...completeValue(flag), placeholder: flag.value ?? "VALUE" },
  isRepeatable: flag.multiple ?? false,
});

function completeValue({ value, choices }: Flag): Completed {
  if (choices) return { is: "choices", choices };
  if (value === "FOLDER") return { is: "folders" };
  return { is: value === "FILE" || value === "LIST" ? "files" : "nothing" };
}

function completeWords({ choices, maxPositionals }: Command): Completed {
  if (choices) return { is: "choices", choices };
  return { is: maxPositionals === 0 ? "nothing" : "files" };
}

/** The help in a menu: its first clause. */
function firstClause(help: string): string {
  const [clause = ""] = help.split(/[;:(]| \(default/, 1);
  return clause.trim();
}
