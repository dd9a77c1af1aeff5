import { resolve } from "node:path";
import { sandboxKinds } from "../../agents/sandbox/sandbox.js";
import { UserError } from "../../lib/errors.js";
import { readText } from "../../lib/files/files.js";
import { sizeAt } from "../../lib/files/folder.js";
import { compareContent } from "../../report/bundle/compare-content.js";
import { formatVerified, type Verified } from "../../report/bundle/format-verified.js";
import { readProof } from "../../report/bundle/read-proof.js";
import type { ProofStatement } from "../../report/bundle/statement.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { replayProof } from "../replay-proof.js";
import { readWantedKey } from "../wanted-key.js";

/** Exit statuses, beside 2 for a mistake. */
const statuses = { genuine: 0, altered: 1, unknown: 2, unsigned: 3 } as const;

export const verify: Command = {
  name: "verify",
  usage: "verify FILE [options]",
  about:
    "Verifies a proof that untildone prove has written, offline and without your state: that its key signed it, that its journal is whole, and that the commit checked out here is what was proved; files here that differ from it are told. Say whose key counts: --key, or --any-key for whoever signed it.\n\nExit status: 0 genuine, 1 altered or of other content, 2 cannot tell, 3 unsigned.",
  flags: {
    key: { type: "string", value: "KEY", help: "the key that must have signed it: a fingerprint or a public key file" },
    "any-key": {
      type: "boolean",
      help: "accept the key that the proof names: it says who signed, not whether to trust them",
    },
    commit: { type: "string", value: "REF", help: "compare with this commit (default: what is checked out)" },
    "file-only": { type: "boolean", help: "check signature and journal alone, and compare with no content" },
    replay: {
      type: "boolean",
      help: "also decide again from its journal, and run its checks again in a copy of what was proved",
    },
    sandbox: {
      type: "string",
      value: "KIND",
      choices: sandboxKinds,
      help: "with --replay: run the checks in a sandbox",
    },
    json: { type: "boolean", help: "print JSON" },
  },
  maxPositionals: 1,
  examples: [
    "untildone verify proof.json --any-key",
    "untildone verify proof.json --key untildone.pub",
    "untildone verify proof.json --any-key --replay --sandbox bwrap",
  ],
  async run(args, io) {
    const [name] = args.words;
    if (name === undefined)
      throw new UserError({
        what: "no proof is named",
        where: "untildone verify",
        fix: "untildone verify proof.json --any-key",
      });
    const verified = await verifyFile(name, args, io);
    io.out(args.flag("json") ? `${JSON.stringify(verified)}\n` : formatVerified(verified, name));
    return statuses[verified.is];
  },
};

/** A proof of a run of a thousand turns has a few megabytes. */
const maxBytes = 256 * 1024 * 1024;

async function verifyFile(name: string, args: ParsedArgs, io: Io): Promise<Verified> {
  const file = resolve(io.cwd, name);
  const wanted = readWantedKey(args, io);
  if ((sizeAt(file) ?? 0) > maxBytes)
    return {
      is: "unknown",
      why: "it is larger than 256 MB, and no proof is",
      fix: "name a file that untildone prove has written",
    };
  const read = readProof(readText(name, io.cwd, maxBytes), wanted ?? { is: "any" });
  if (read.is !== "signed") return read;
  const { statement, key } = read;
  const content = args.flag("file-only")
    ? null
    : await compareContent(statement, { cwd: io.cwd, file, commit: args.text("commit") ?? null });
  if (content?.is === "other") return { is: "altered", why: content.why, fix: content.fix, ...describe(statement) };
  if (content?.is === "unknown") return content;
  if (wanted === null)
    return {
      is: "unknown",
      why: `it is signed by the key ${key.id}, and nothing says whether that is a key you trust`,
      fix: `if it is: --key ${key.id}; for whoever signed it: --any-key`,
    };
  const replayed = args.flag("replay") ? await replayProof(statement, { args, io, here: content?.here ?? null }) : null;
  if (replayed?.is === "differs") return { is: "altered", why: replayed.why, ...describe(statement) };
  if (replayed?.is === "unknown") return replayed;
  return {
    ...{ is: "genuine", key: key.id, isNamed: wanted.is === "one", content: content?.what ?? null },
    here: content?.here ?? null,
    ...(replayed ? { replayed: replayed.what } : {}),
    ...describe(statement),
  };
}

const describe = ({ predicate }: ProofStatement) => ({
  run: predicate.run,
  tasks: predicate.tasks,
  signer: predicate.signer,
  records: predicate.journal.records,
});
