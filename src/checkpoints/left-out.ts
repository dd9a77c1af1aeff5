/** Says of paths whether they touch others: are one of them, lie in one, or have one in them. */
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

/** Every folder a path lies in: "a/b/c" in "a" and "a/b". */
function parentFolders(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) folders.push(path.slice(0, at));
  return folders;
}
