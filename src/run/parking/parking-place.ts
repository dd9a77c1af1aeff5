import { errorMessage } from "../../lib/errors.js";
import { makePrivateFolder, removeFile, replacePrivateFile } from "../../lib/files/disk.js";
import { keepContent, readKept } from "../../lib/files/file-content.js";
import { readIfThere } from "../../lib/files/files.js";
import { digest, namesIn } from "../../lib/files/folder.js";
import { removeFolder } from "../../lib/files/temporary-folder.js";
import { type ParkedWork, readParkedWork } from "./parked-work.js";

/** Where parked work is kept: outside the project, and longer than its run, until somebody brings it back. */
export class ParkingPlace {
  readonly #folder: string;

  constructor(privateFolder: string) {
    this.#folder = `${privateFolder}/parked`;
  }

  list(): readonly ParkedWork[] {
    return namesIn(this.#folder)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => readParkedWork(readIfThere(`${this.#folder}/${name}`) ?? "") ?? []);
  }

  /** Without what is in the tree again. */
  listOut(): readonly ParkedWork[] {
    return this.list().filter(({ state }) => state !== "back");
  }

  /** The last work parked for this task, of this run or of any. */
  find(task: string, run?: string): ParkedWork | null {
    const own = this.list().filter((work) => work.task === task && (run === undefined || work.run === run));
    return own.toSorted((a, b) => (a.run < b.run ? -1 : 1)).at(-1) ?? null;
  }

  /** Why it could not be kept, or null. Contents first: what is listed can be read. */
  save(work: ParkedWork, contents: ReadonlyMap<string, Buffer> = new Map()): string | null {
    try {
      makePrivateFolder(this.#folder);
      makePrivateFolder(this.#contents(work));
      for (const [hash, bytes] of contents)
        if (this.read(work, hash) === null && !keepContent(bytes, `${this.#contents(work)}/${hash}`))
          return "it cannot be written, or holds a secret";
      replacePrivateFile(this.#file(work), `${JSON.stringify(work)}\n`);
      return null;
    } catch (error) {
      return errorMessage(error);
    }
  }

  read(work: ParkedWork, hash: string): Buffer | null {
    return readKept(`${this.#contents(work)}/${hash}`, hash);
  }

  /** For people: the files of the work under their names. */
  filesFolder = (work: ParkedWork): string => `${this.#contents(work)}/files`;

  remove(work: ParkedWork): void {
    removeFile(this.#file(work));
    removeFolder(this.#contents(work));
  }

  #file = (work: ParkedWork): string => `${this.#contents(work)}.json`;
  #contents = ({ run, task }: ParkedWork): string => `${this.#folder}/${run}-${digest(task).slice(0, 12)}`;
}
