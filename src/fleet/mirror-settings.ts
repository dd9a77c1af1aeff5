/** By how git names objects: most repositories by SHA-1. */
export type ObjectFormat = "sha1" | "sha256";

const core = "\tfilemode = true\n\tbare = true\n";

/** All that the settings of a mirror say. */
export const mirrorSettings: Readonly<Record<ObjectFormat, string>> = {
  sha1: `[core]\n\trepositoryformatversion = 0\n${core}`,
  sha256: `[core]\n\trepositoryformatversion = 1\n${core}[extensions]\n\tobjectformat = sha256\n`,
};

/** Of a mirror that is there, by its settings. */
export const readFormat = (config: string): ObjectFormat =>
  /^\s*objectformat = sha256$/m.test(config) ? "sha256" : "sha1";

/** Of a remote, by the length of the names in its list of branches. */
export const guessFormat = (branches: string): ObjectFormat => (/^[0-9a-f]{64}\t/.test(branches) ? "sha256" : "sha1");

/** The loose objects and packs that a mirror may have before they are packed. */
export const packing = [
  "gc.auto=2000",
  "gc.autoPackLimit=20",
  "gc.autoDetach=false",
  "gc.cruftPacks=true",
  "gc.pruneExpire=1.day.ago",
].flatMap((setting) => ["-c", setting]);
