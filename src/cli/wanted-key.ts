import { resolve } from "node:path";
import { UserError } from "../lib/errors.js";
import { readText } from "../lib/files/files.js";
import { readPublicPem } from "../lib/signing/ed25519.js";
import type { WantedKey } from "../report/bundle/read-proof.js";
import type { Io, ParsedArgs } from "./command.js";

/** Whose signature counts; null where nobody said. */
export function readWantedKey(args: ParsedArgs, io: Io): WantedKey | null {
  const named = args.text("key");
  if (named === undefined) return args.flag("any-key") ? { is: "any" } : null;
  if (args.flag("any-key"))
    throw new UserError({
      what: "--key and --any-key exclude each other",
      where: "--any-key",
      fix: "give one of them",
    });
  if (/^[0-9a-f]{64}$/.test(named)) return { is: "one", id: named };
  const key = readPublicPem(readText(resolve(io.cwd, named), io.cwd));
  if (key) return { is: "one", id: key.id };
  throw new UserError({
    what: "it holds no public Ed25519 key",
    where: named,
    fix: "name a file that untildone key --public has written, or a fingerprint that untildone key prints",
  });
}
