import type { Command } from "../command.js";
import { folderFlags } from "../flags/config-flags.js";
import { giveWords, taskFlag } from "../given-words.js";

export const answer: Command = {
  name: "answer",
  findsProject: "flags",
  usage: "answer WORDS | - [options]",
  about:
    "Answers every question of the agents of this project's run that is open (--task: those of one task): the next prompt of each task that asked has its questions and your answer. A task that was set aside because of a question is tried again. If the run has ended, the first prompt after untildone run --resume has the answer. untildone state shows the questions.",
  flags: { task: { ...taskFlag.task, help: "answer only the questions of this task" }, ...folderFlags },
  choices: [],
  examples: ['untildone answer "yes, port 8080"', 'untildone answer --task T1 "keep the old name"'],
  run: (args, io) => giveWords("answer", args, io),
};
