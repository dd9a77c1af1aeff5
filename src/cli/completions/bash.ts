import { type Completed, type CompletedCommand, isPart, namesOfWholes } from "./model.js";

/** A script for bash 3.2 and later, as macOS still has it. */
export function formatBash(commands: readonly CompletedCommand[]): string {
  return `# bash completion of untildone; load it with: source <(untildone completions bash)
_untildone() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" cmd="\${COMP_WORDS[1]}"
  COMPREPLY=()
  # bash takes --flag=value apart at the equals sign.
  if [ "$cur" = "=" ]; then cur=""
  elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    _untildone_words ${quote(["--help", "--version", ...commands.filter((each) => !isPart(each)).map(({ name }) => name)].join(" "))}
    return
  fi
  case "$cmd" in
    ${namesOfWholes(commands).join("|")}) if [ "$COMP_CWORD" -gt 2 ]; then cmd="$cmd \${COMP_WORDS[2]}"; fi ;;
  esac
  case "$cmd $prev" in
${commands.flatMap(valueCases).join("\n")}
  esac
  case "$cur" in
    -*)
      case "$cmd" in
${commands.map(flagCase).join("\n")}
      esac
      return ;;
  esac
  case "$cmd" in
${commands.map(({ name, words }) => `    ${quote(name)}) ${complete(words)} ;;`).join("\n")}
  esac
}
_untildone_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_untildone_files() {
  local IFS=$'\\n'
  compopt -o filenames 2> /dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}
complete -F _untildone untildone
`;
}

/** A flag that takes a value; \`=\` before it is taken off above. */
const valueCases = ({ name, flags }: CompletedCommand): readonly string[] =>
  flags.flatMap(({ name: flag, value }) =>
    value ? [`    ${quote(`${name} --${flag}`)}) ${complete(value)}; return ;;`] : [],
  );

const flagCase = ({ name, flags }: CompletedCommand): string =>
  `        ${quote(name)}) _untildone_words ${quote(flags.map((flag) => `--${flag.name}`).join(" "))} ;;`;

function complete(what: Completed): string {
  switch (what.is) {
    case "choices":
      return `_untildone_words ${quote(what.choices.join(" "))}`;
    case "files":
      return "_untildone_files -f";
    case "folders":
      return "_untildone_files -d";
    case "nothing":
      return ":";
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
