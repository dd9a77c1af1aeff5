import { UserError } from "../lib/errors.js";
import { makeFolder, makeOwnFolder } from "../lib/files/disk.js";
import { movedTo, realPath } from "../lib/files/folder.js";

/** The state folder, which an agent can change: what we write there must not lead elsewhere. */
export class OwnFolder {
  readonly path: string;
  /** Where it led when it was opened. */
  readonly #home: string;

  constructor(path: string) {
    this.path = path;
    this.#home = realPath(path);
  }

  /** Throws if a folder in it, or it itself, was replaced by a link since it was opened. */
  refuseLink(path: string): void {
    const elsewhere = movedTo(path, `${this.#home}${path.slice(this.path.length)}`);
    if (elsewhere === null) return;
    throw new UserError({
      what: `it was replaced by a link to ${elsewhere}, which untildone does not follow`,
      where: path,
      fix: "remove the link, and put the folder back if it was moved",
    });
  }

  /** Makes a folder in it. Neither it nor those above it may lead elsewhere. */
  make(path: string): void {
    for (const above of [this.path, `${this.path}/logs`]) this.refuseLink(above);
    (path === this.path ? makeFolder : makeOwnFolder)(path);
    this.refuseLink(path);
  }
}
