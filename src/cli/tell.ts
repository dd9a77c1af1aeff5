import type { Command } from "./command.js";
import { folderFlags } from "./config-flags.js";
import { giveWords } from "./given-words.js";

export const tell: Command = {
  name: "tell",
  usage: "tell WORDS | - [options]",
  about:
    "Gives your words to the agent of this project's run, in its next prompt, once. They are written to the journal, and the task gets a fresh chance: counts of iterations without progress start again. If the last run has ended but can be resumed, its first prompt after untildone run --resume has them. With - the words are read from stdin.",
  flags: folderFlags,
  choices: [],
  examples: ['untildone tell "use the v2 API"', "untildone tell - < PROMPT.md"],
  run: (args, io) => giveWords("tell", args, io),
};
