import { type Completed, type CompletedCommand, isPart } from "./model.js";

export function formatFish(commands: readonly CompletedCommand[]): string {
  return [
    "# fish completion of untildone; load it with: untildone completions fish | source",
    "complete -c untildone -f",
    ...commands
      .filter((each) => !isPart(each))
      .map(({ name, summary }) => `complete -c untildone -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`),
    ...commands.flatMap(formatCommand),
    "",
  ].join("\n");
}

function formatCommand({ name, flags, words }: CompletedCommand): readonly string[] {
  const after = `complete -c untildone -n ${quote(seen(name))}`;
  return [
    ...(words.is === "nothing" ? [] : [`${after} ${options(words)}`]),
    ...flags.map((flag) => {
      const value = flag.value ? ` ${flag.value.is === "files" ? "-r" : "-x"} ${options(flag.value)}`.trimEnd() : "";
      return `${after} -l ${flag.name}${value} -d ${quote(flag.help)}`;
    }),
  ];
}

/** Each word of the name was typed. */
const seen = (name: string): string =>
  name
    .split(" ")
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join("; and ");

function options(what: Completed): string {
  switch (what.is) {
    case "choices":
      return `-a ${quote(what.choices.join(" "))}`;
    case "files":
      return "-F";
    case "folders":
      return "-a '(__fish_complete_directories)'";
    case "nothing":
      return "";
  }
}

const quote = (text: string): string => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
