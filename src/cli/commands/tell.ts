import type { Command } from "../command.js";
import { folderFlags } from "../flags/config-flags.js";
import { giveWords, taskFlag } from "../given-words.js";

export const tell: Command = {
  name: "tell",
  findsProject: "flags",
  usage: "tell WORDS | - [options]",
  about:
    "Gives your words to the agent of this project's run, once, in the next prompt of the task it works on (--task: of another one; the reply says which). The task is not taken as done before that prompt. The words are written to the journal, and the task gets a fresh chance: counts of iterations without progress start again, and if it was set aside, it is tried again. If the last run has ended but can be resumed, its first prompt after untildone run --resume has them. With - the words are read from stdin.",
  flags: { ...taskFlag, ...folderFlags },
  choices: [],
  examples: [
    'untildone tell "use the v2 API"',
    'untildone tell --task T5 "leave the old route in place"',
    "untildone tell - < PROMPT.md",
  ],
  run: (args, io) => giveWords("tell", args, io),
};
