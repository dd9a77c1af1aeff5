import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bin } from "../e2e/cli.js";

/** Where a CLI is told of its hooks, and how a person starts it without a screen. */
export interface HookedCli {
  /** Writes the hook into the settings, as docs/inside-your-agent.md shows it. */
  install(place: { readonly home: string; readonly project: string }, hook: Hook): void;
  /** Its name for the end of a turn. */
  readonly stopEvent: string;
  /** The command of that hook, as it stands in its own settings. */
  readCommand(place: { readonly home: string; readonly project: string }): string;
  words(prompt: string): readonly [string, ...string[]];
}

export interface Hook {
  readonly words: readonly string[];
  /** Seconds after which the CLI ends its hook. */
  readonly timeout: number;
}

const commandOf = ({ words }: Hook): string => [process.execPath, bin, "hook", ...words].join(" ");

function writeJson(file: string, content: object): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(content));
}

const commandIn = (file: string, event: string): string =>
  JSON.parse(readFileSync(file, "utf8")).hooks[event].at(-1).hooks.at(-1).command;

const entry = (hook: Hook) => [{ hooks: [{ type: "command", command: commandOf(hook), timeout: hook.timeout }] }];

export const hookedClis = {
  claude: {
    stopEvent: "Stop",
    readCommand: ({ project }) => commandIn(join(project, ".claude/settings.json"), "Stop"),
    install({ project }, hook) {
      const hooks = { Stop: entry(hook), SubagentStop: entry(hook), SessionStart: entry(hook) };
      writeJson(join(project, ".claude/settings.json"), { hooks });
    },
    words: (prompt) => [
      ...(["claude", "-p", prompt, "--output-format", "stream-json", "--verbose"] as const),
      "--dangerously-skip-permissions",
    ],
  },
  codex: {
    stopEvent: "Stop",
    readCommand: ({ home }) => commandIn(join(home, ".codex/hooks.json"), "Stop"),
    install({ home }, hook) {
      writeJson(join(home, ".codex/hooks.json"), { hooks: { Stop: entry(hook), SessionStart: entry(hook) } });
    },
    words: (prompt) => [
      ...(["codex", "exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"] as const),
      ...["--dangerously-bypass-hook-trust", prompt],
    ],
  },
  gemini: {
    stopEvent: "AfterAgent",
    readCommand: ({ home }) => commandIn(join(home, ".gemini/settings.json"), "AfterAgent"),
    install({ home }, hook) {
      const file = join(home, ".gemini/settings.json");
      const inMilliseconds = entry({ ...hook, timeout: hook.timeout * 1000 });
      const hooks = { AfterAgent: inMilliseconds, SessionStart: inMilliseconds };
      writeJson(file, { ...JSON.parse(readFileSync(file, "utf8")), hooks });
    },
    words: (prompt) => ["gemini", "-p", prompt, "--yolo", "-o", "stream-json"],
  },
} as const satisfies Readonly<Record<string, HookedCli>>;
