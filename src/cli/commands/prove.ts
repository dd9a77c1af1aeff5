import { UserError } from "../../lib/errors.js";
import { replaceUserFile } from "../../lib/files/disk.js";
import { suggest } from "../../lib/text/nearest.js";
import type { Command, Io } from "../command.js";
import { proveDeep } from "../deep-proof.js";
import { readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { outsideFlag, pastRunFlags } from "../past-run/past-run.js";
import { makeRunProof, type ProvedRunPlace, signRunProof } from "../prove-run.js";
import { signWithCosign } from "../sign-with-cosign.js";

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
    sign: {
      type: "string",
      value: "WITH",
      help: "own (default): your key (untildone key); sigstore: the identity of a CI job, through cosign 2.6 or newer",
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
    const place = {
      folder: stateFolder(readConfig(args, io), io),
      named: args.words[0] ?? args.text("run") ?? null,
      output: isPrinted ? undefined : output,
      withJournal: !args.flag("no-journal"),
    };
    const isOwn = readSign(args.text("sign")) === "own";
    const { text, file } = isOwn ? await signRunProof(place, io) : await signBySigstore(place, io);
    if (isPrinted) io.out(text);
    else {
      replaceUserFile(file, text);
      io.out(`${file}\n`);
      if (isOwn) io.err(`verify it with: untildone verify ${output ?? file} --any-key\n`);
      else io.err("verify it with: cosign verify-blob-attestation --bundle FILE --certificate-identity …\n");
    }
    return 0;
  },
};

/** Who signs. */
const signers = ["own", "sigstore"] as const;

function readSign(given = "own"): (typeof signers)[number] {
  const known = signers.find((each) => each === given);
  if (known !== undefined) return known;
  throw new UserError({ what: `--sign is ${JSON.stringify(given)}`, where: "--sign", fix: suggest(given, signers) });
}

/** The key of the user is not asked for: what it could sign is no part of such a proof. */
async function signBySigstore(
  place: ProvedRunPlace,
  io: Io,
): Promise<{ readonly file: string; readonly text: string }> {
  const { file, statement } = await makeRunProof(place, null, io);
  return { file, text: await signWithCosign(statement, io) };
}
