import { replaceUserFile } from "../../lib/files/disk.js";
import type { Command } from "../command.js";
import { proveDeep } from "../deep-proof.js";
import { readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { outsideFlag, pastRunFlags } from "../past-run/past-run.js";
import { signRunProof } from "../prove-run.js";

export const prove: Command = {
  name: "prove",
  findsProject: "flags",
  usage: "prove [RUN | --deep [TASK]] [options]",
  about:
    "Writes the proof of a run (default: the last one) as one signed file that others can verify without your machine: tasks with their verdict and proof, checks with command and result, policy, agents, and the journal as a chain of digests, for exactly the content that lies here now. Secrets are masked. The key is made at its first use (untildone key).\n\n--deep writes no file: it says which lines of a task's change (default: of the whole run) no check notices, by taking each part back in a copy, the largest first. Comments, types and imports are left out. It is information, and no verdict.",
  flags: {
    output: {
      type: "string",
      short: "o",
      value: "FILE",
      help: "write to FILE (default: proof.json in the run's folder); - prints",
    },
    "no-journal": {
      type: "boolean",
      help: "leave the records out and give their digests alone: no report can be made of it",
    },
    deep: {
      type: "boolean",
      help: "instead: take each part of the change back in a copy, and name the lines that no check notices",
    },
    min: { type: "string", value: "PERCENT", help: "with --deep: exit 1 if fewer of the lines are proved" },
    seconds: {
      type: "string",
      value: "N",
      help: "with --deep: how long at most (default 600); the same command goes on",
    },
    json: { type: "boolean", help: "with --deep: print JSON" },
    ...outsideFlag,
    ...pastRunFlags,
  },
  maxPositionals: 1,
  choices: [],
  examples: ["untildone prove", "untildone prove -o proof.json", "untildone prove --deep --min 80"],
  async run(args, io) {
    if (args.flag("deep")) return proveDeep(args.words[0], args, io);
    const output = args.text("output");
    const isPrinted = output === "-";
    const { text, file } = await signRunProof(
      {
        folder: stateFolder(readConfig(args, io), io),
        named: args.words[0] ?? args.text("run") ?? null,
        output: isPrinted ? undefined : output,
        withJournal: !args.flag("no-journal"),
      },
      io,
    );
    if (isPrinted) io.out(text);
    else {
      replaceUserFile(file, text);
      io.out(`${file}\n`);
      io.err(`verify it with: untildone verify ${output ?? file} --any-key\n`);
    }
    return 0;
  },
};
