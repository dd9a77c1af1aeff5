/** The help lists the commands by what somebody wants to do. */
const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["Start", ["demo", "init", "plan", "seal", "doctor"]],
  ["Run an agent", ["run", "watch", "tell", "answer", "pause", "continue", "stop"]],
  ["Many machines", ["fleet"]],
  ["See what happened", ["report", "logs", "diff", "explain", "history", "state", "dashboard", "replay"]],
  ["Show it to others", ["prove", "verify", "key", "audit"]],
  ["Learn from it", ["grade", "calibrate", "eval", "lab"]],
  ["Decide what stays", ["accept", "undo", "unpark", "bisect", "hidden", "reset"]],
  ["Judge your own loop", ["check", "gate", "breaker"]],
  ["Inside your agent", ["hook", "goal", "mcp"]],
  ["Read output and lists", ["analyze", "tests", "tasks", "decide"]],
];

/** The help of the whole program, by the commands and their summaries. */
export const formatUsage = (commands: Readonly<Record<string, string>>): string => {
  const grouped = new Set(groups.flatMap(([, names]) => names));
  const others = Object.keys(commands).filter((name) => !grouped.has(name));
  return [
    "untildone runs a coding agent until the work is done, and can prove it.",
    "",
    "Usage: untildone COMMAND [options]",
    "",
    ...[...groups, ["More", others] as const].flatMap(([title, names]) => [
      `${title}:`,
      ...names.flatMap((name) => describe(name, commands[name])),
      "",
    ]),
    "  -V, --version   print the version",
    "  -h, --help      print this help; untildone COMMAND --help for one command",
    "",
  ].join("\n");
};

/** For whoever types the name alone: what this is, and the shortest ways in. */
export const introduction = `untildone runs a coding agent (Claude Code, Codex, …) until the work is done, and can prove it.

  untildone demo                     watch it work: real tests, a scripted agent, no API key, no network
  untildone run "Parse dates"        one task, with the agent that is installed
  untildone init                     set up a project: its task list, checks and agent
  untildone run                      work through the task list of the project
  untildone doctor                   what is missing here, and the command that fixes it

untildone --help lists all commands; untildone COMMAND --help explains one.`;

const describe = (name: string, summary: string | undefined): readonly string[] =>
  summary === undefined ? [] : [`  ${name.padEnd(13)}${summary}`];
