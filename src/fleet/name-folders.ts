/** A folder for each repository, by its name. Names of others lead nowhere else, and those that repeat get a number. */
export function nameFolders(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = toFolderName(name);
    for (let at = 1; ; at++) {
      const folder = at === 1 ? plain : `${plain}-${at}`;
      // Not every disk tells large letters from small ones.
      if (taken.has(folder.toLowerCase())) continue;
      taken.add(folder.toLowerCase());
      return folder;
    }
  });
}

const toFolderName = (name: string): string =>
  name
    .replaceAll(/[^\w.-]+/g, "-")
    .replace(/^[.-]+/, "")
    .slice(0, 80) || "repository";
