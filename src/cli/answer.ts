import type { Command } from "./command.js";
import { folderFlags } from "./config-flags.js";
import { giveWords } from "./given-words.js";

export const answer: Command = {
  name: "answer",
  usage: "answer WORDS | - [options]",
  about:
    "Answers what the agent asked last: its next prompt has the question and your answer. A task that was set aside because of the question is tried again. If the run has ended, its first prompt after untildone run --resume has the answer. untildone state shows the question.",
  flags: folderFlags,
  choices: [],
  examples: ['untildone answer "yes, port 8080"'],
  run: (args, io) => giveWords("answer", args, io),
};
