/** An installed package: its version, its files with their sizes in one digest, and when they were written. */
export interface InstalledPackage {
  readonly version: string;
  readonly shape: string;
  readonly oldest: number;
  readonly newest: number;
}

/** Installed packages by their folder, from the project's. */
export type InstalledPackages = Readonly<Record<string, InstalledPackage>>;

/**
 * Packages of the same version with other content. Where the sizes are the same, one that was written in part was edited;
 * one that was written as a whole was installed again.
 */
export function changedPackages(before: InstalledPackages, now: InstalledPackages): readonly string[] {
  return Object.keys(before).filter((folder) => {
    const [old, is] = [before[folder], now[folder]];
    if (!old || !is || old.version !== is.version) return false;
    return old.shape !== is.shape || (old.newest !== is.newest && old.oldest === is.oldest && is.oldest !== is.newest);
  });
}
