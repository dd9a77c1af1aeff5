import { type Completed, type CompletedCommand, type CompletedFlag, isPart, namesOfWholes } from "./model.js";

/** A script for zsh: to be loaded, or as the file _untildone in a folder of $fpath. */
export function formatZsh(commands: readonly CompletedCommand[]): string {
  return `#compdef untildone
# zsh completion of untildone; load it with: source <(untildone completions zsh)
_untildone() {
  local -a commands
  commands=(
${commands
  .filter((each) => !isPart(each))
  .map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`)
  .join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
    ${namesOfWholes(commands).join("|")})
      if (( CURRENT > 2 )); then
        command="$command $words[2]"
        shift words
        (( CURRENT-- ))
      fi ;;
  esac
  case $command in
${commands.map(formatCommand).join("\n")}
  esac
}
if [ "$funcstack[1]" = "_untildone" ]; then
  _untildone "$@"
else
  compdef _untildone untildone
fi
`;
}

const formatCommand = ({ name, flags, words }: CompletedCommand): string =>
  [
    `    ${quote(name)})`,
    "      _arguments \\",
    ...flags.map((flag) => `        ${formatFlag(flag)} \\`),
    `        ${quote(`*: :${action(words)}`)} ;;`,
  ].join("\n");

function formatFlag({ name, help, value, isRepeatable }: CompletedFlag): string {
  const start = `${isRepeatable ? "*" : ""}--${name}${value ? "=" : ""}[${escapeSpec(help)}]`;
  return quote(value ? `${start}:${escapeSpec(value.placeholder)}:${action(value)}` : start);
}

function action(what: Completed): string {
  switch (what.is) {
    case "choices":
      return `(${what.choices.map(escapeSpec).join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "nothing":
      return " ";
  }
}

/** Brackets and colons separate the parts of a description. */
const escapeSpec = (text: string): string => text.replaceAll(/[\\[\]:]/g, "\\$&");

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
