import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import type { Command, Io } from "../command.js";
import { formatBash } from "../completions/bash.js";
import { formatFish } from "../completions/fish.js";
import { type CompletedCommand, toCompletedParts } from "../completions/model.js";
import { formatZsh } from "../completions/zsh.js";
import { commands } from "../main.js";

const shells: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: formatBash,
  zsh: formatZsh,
  fish: formatFish,
};

export const completions: Command = {
  name: "completions",
  usage: "completions bash|zsh|fish",
  about:
    "Prints a script that completes commands, flags, their values and files in your shell.\n\nbash: add source <(untildone completions bash) to ~/.bashrc\nzsh: add source <(untildone completions zsh) to ~/.zshrc, after compinit\nfish: untildone completions fish > ~/.config/fish/completions/untildone.fish",
  flags: {},
  maxPositionals: 1,
  choices: Object.keys(shells),
  examples: ["untildone completions bash", "untildone completions zsh", "untildone completions fish"],
  async run(args, io) {
    const [shell = ""] = args.words;
    const format = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (!format)
      throw new UserError({
        what: shell === "" ? "no shell was named" : `unknown shell ${JSON.stringify(shell)}`,
        where: "untildone completions",
        fix: suggest(shell, Object.keys(shells)),
      });
    io.out(format(await loadAll(io)));
    return 0;
  },
};

async function loadAll({ loadCommand }: Io): Promise<readonly CompletedCommand[]> {
  const loaded: CompletedCommand[] = [];
  for (const [name, summary] of Object.entries(commands))
    if (loadCommand) loaded.push(...toCompletedParts(await loadCommand(name), summary));
  return loaded;
}
