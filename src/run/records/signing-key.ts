import { errorMessage, UserError } from "../../lib/errors.js";
import { exists, makePrivateFolder, moveAside, replacePrivateFile } from "../../lib/files/disk.js";
import { describeWriteError } from "../../lib/files/explain-write.js";
import { readIfThere } from "../../lib/files/files.js";
import { modeAt } from "../../lib/files/folder.js";
import { stateHome } from "../../lib/files/state-home.js";
import { newPrivatePem, readPrivatePem, type SigningKey } from "../../lib/signing/ed25519.js";
import type { Owner } from "./private-folder.js";

/** The key of the user: one for all projects, beside the private folders of theirs, which no sandbox shows. */
export function signingKeyFile(owner: Owner): string {
  const base = stateHome(owner);
  if (base !== null) return `${base}/untildone/signing-key.pem`;
  throw new UserError({ what: "the user has no home folder", where: "XDG_STATE_HOME", fix: "set XDG_STATE_HOME" });
}

/** The key, made at its first use. */
export function openSigningKey(owner: Owner): SigningKey {
  const file = signingKeyFile(owner);
  if (!exists(file)) writeNewKey(file);
  return readSigningKey(file);
}

/** A new key in the place of the old one, which is set aside: what it signed stays signed. Returns where the old one is. */
export function replaceSigningKey(owner: Owner): string | null {
  const file = signingKeyFile(owner);
  const old = exists(file) ? moveAside(file, `${file}.old`) : null;
  writeNewKey(file);
  return old;
}

function writeNewKey(file: string): void {
  try {
    makePrivateFolder(file.slice(0, file.lastIndexOf("/")));
    replacePrivateFile(file, newPrivatePem());
  } catch (error) {
    throw new UserError({
      cause: error,
      what: `cannot write the signing key: ${describeWriteError(error) ?? errorMessage(error)}`,
      where: file,
      fix: "name a folder that can be written: XDG_STATE_HOME=/path/to/folder untildone …",
    });
  }
}

/** A key that others can read signs nothing: its signature would say nothing. */
function readSigningKey(file: string): SigningKey {
  const mode = modeAt(file);
  if (mode !== null && (mode & 0o077) !== 0)
    throw new UserError({
      what: `others can read the signing key (its mode is ${(mode & 0o777).toString(8)}), so its signature says nothing`,
      where: file,
      fix: `make a new one: untildone key --new; or, if nobody read it: chmod 600 ${file}`,
    });
  const key = readPrivatePem(readIfThere(file) ?? "");
  if (key !== null) return key;
  throw new UserError({
    what: "the signing key is damaged: it is no Ed25519 key",
    where: file,
    fix: "make a new one: untildone key --new",
  });
}
