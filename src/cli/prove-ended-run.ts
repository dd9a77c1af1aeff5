import type { Config } from "../config/load.js";
import { errorMessage } from "../lib/errors.js";
import { replaceOwnFile } from "../lib/files/disk.js";
import type { Io, ParsedArgs } from "./command.js";
import { stateFolder } from "./judging.js";
import { signRunProof } from "./prove-run.js";

interface EndedRunPlace {
  readonly config: Config;
  readonly args: ParsedArgs;
  readonly io: Io;
  warn(text: string): void;
}

/** The proof of a run that has just ended. The run is over, and its exit status stands whatever comes of it. */
export async function proveEndedRun(run: string, { config, args, io, warn }: EndedRunPlace): Promise<void> {
  try {
    const place = {
      folder: stateFolder(config, io),
      named: run,
      output: undefined,
      withJournal: true,
      isJustEnded: true,
    };
    const { file, text } = await signRunProof(place, io);
    replaceOwnFile(file, text);
    if (!args.flag("json")) io.out(`Proof:      ${file}\n`);
  } catch (error) {
    warn(`the proof could not be written: ${errorMessage(error)}`);
  }
}
