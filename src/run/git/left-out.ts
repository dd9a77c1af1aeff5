/** Whether a path equals, contains or is inside one of the excluded paths. */
export class LeftOut {
  readonly #paths: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    const plain = paths.map((path) => path.replace(/\/$/, ""));
    this.#paths = new Set(plain);
    this.#folders = new Set(plain.flatMap(parentFolders));
  }

  has(path: string): boolean {
    return (
      this.#paths.has(path) || this.#folders.has(path) || parentFolders(path).some((folder) => this.#paths.has(folder))
    );
  }
}

/** Every parent folder of a path: "a" and "a/b" for "a/b/c". */
function parentFolders(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at));
  return folders;
}
