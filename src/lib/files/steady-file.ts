import { lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorMessage } from "../errors.js";
import { linkTarget, realPlace, textAt } from "./folder.js";
import type { Undone } from "./undo-odd-files.js";

export interface SteadyState {
  readonly path: string;
  /** Where the links on the way to it lead. */
  readonly links: ReadonlyMap<string, string | null>;
  readonly text: string | null;
}

const readSteady = (path: string): Omit<SteadyState, "path"> => ({
  links: new Map(pathsTo(path).map((each) => [each, linkTarget(each)])),
  text: textAt(path),
});

/**
 * A file that is read and written outside, in folders that an agent may write: a link in its place would have us read
 * another file to the agent, and write to it.
 */
export class SteadyFile {
  readonly #path: string;
  readonly #links: ReadonlyMap<string, string | null>;
  #text: string | null;

  constructor(path: string, was: Omit<SteadyState, "path"> = readSteady(path)) {
    this.#path = path;
    this.#links = was.links;
    this.#text = was.text;
  }

  /** For a later one, which is to know what this one knows. */
  get state(): SteadyState {
    return { path: this.#path, links: this.#links, text: this.#text };
  }

  /** It is as it should be: nothing of an agent runs. */
  note(): void {
    this.#text = textAt(this.#path) ?? this.#text;
  }

  /** Removes a link that was put on the way to it and leads out of these folders, and puts back what it was. */
  restore(isInside: (path: string) => boolean): readonly Undone[] {
    const link = pathsTo(this.#path).find((each) => {
      const target = linkTarget(each);
      return target !== null && target !== this.#links.get(each) && !isInside(realPlace(resolve(each, "..", target)));
    });
    if (link === undefined) return [];
    const to = linkTarget(link);
    try {
      rmSync(link);
      mkdirSync(dirname(this.#path), { recursive: true });
      if (this.#text !== null && !lstatSync(this.#path, { throwIfNoEntry: false }))
        writeFileSync(this.#path, this.#text, { flag: "wx" });
      return [{ file: this.#path, what: `was led to ${to} by a link: put back as it was before the turn` }];
    } catch (error) {
      return [{ file: this.#path, what: `was led to ${to} by a link, which cannot be undone: ${errorMessage(error)}` }];
    }
  }
}

/** A path, and the folders on the way to it, the outermost first. */
function pathsTo(path: string): readonly string[] {
  const names = path.split("/").slice(1);
  return names.map((_, at) => `/${names.slice(0, at + 1).join("/")}`);
}
