export interface TextPart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** The commands in advice, so that they can be shown as such. `ids` are the tasks that may be accepted. */
export function splitCommands(text: string, ids: readonly string[]): readonly TextPart[] {
  const names = ids.slice(0, 100).map((id) => id.replaceAll(/[^\w\s]/g, "\\$&"));
  const accept = names.length === 0 ? "" : `accept(?: (?:${names.join("|")}))+|`;
  const command = new RegExp(
    `(untildone (?:accept --all|${accept}run --resume(?: --[a-z-]+(?: [A-Z]+)?)*|explain \\d+|explain|state|fleet [a-z]+ [\\w-]+)|git fetch \\S+ \\S+ && git merge \\S+|git merge \\S+)`,
  );
  return text
    .split(command)
    .map((part, at) => ({ text: part, isCommand: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}
