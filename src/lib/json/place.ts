import { UserError } from "../errors.js";
import { suggest } from "../text/nearest.js";

export type Keys = readonly (string | number)[];

/** The location of a setting: its source ("--set", or "" if the caller names the source) and its keys. */
export interface SettingPlace {
  readonly root: string;
  readonly keys: Keys;
}

export const within = ({ root, keys }: SettingPlace, key: string | number): SettingPlace => ({
  root,
  keys: [...keys, key],
});

/** `breaker.noProgress`, `policy.rules[2]`, `--set breaker.noProgress`. */
export function formatPath({ root, keys }: SettingPlace): string {
  let path = "";
  for (const key of keys) path += typeof key === "number" ? `[${key}]` : path === "" ? key : `.${key}`;
  if (root === "" || path === "") return root || path;
  return root.startsWith("--") ? `${root} ${path}` : `${root}${path.startsWith("[") ? "" : "."}${path}`;
}

/** An error in a setting. Has the keys, so that a caller that knows the file can add the line. */
export class SettingError extends UserError {
  readonly keys: Keys;

  constructor({ what, where, fix, keys }: { what: string; where: string; fix: string; keys: Keys }) {
    super({ what, where, fix });
    this.keys = keys;
  }
}

/** The same error, with the file and line as its location. */
export const atPlace = (error: SettingError, where: string): UserError =>
  new UserError({ what: error.what, where, fix: error.fix });

export function unknownName(
  what: string,
  name: string,
  { where, names, listedBy }: { where: string | SettingPlace; names: readonly string[]; listedBy?: string },
): UserError {
  const fix = suggest(name, names, listedBy);
  if (typeof where === "string")
    return new UserError({ what: `there is no ${what} ${JSON.stringify(name)}`, where, fix });
  const path = formatPath(where);
  return new SettingError({
    what: `there is no ${what} ${JSON.stringify(name)}${where.keys.length > 0 ? ` in ${path}` : ""}`,
    where: path,
    fix,
    keys: [...where.keys, name],
  });
}

export function wrong(value: unknown, where: string | SettingPlace, wanted: string): UserError {
  const path = typeof where === "string" ? where : formatPath(where);
  const mistake = { what: `${path} is ${shown(value)}`, where: path, fix: `give ${wanted}` };
  return typeof where === "string" ? new UserError(mistake) : new SettingError({ ...mistake, keys: where.keys });
}

export function missing(key: string, where: SettingPlace, wanted: string): UserError {
  const path = formatPath(where);
  return new SettingError({ what: `${path} has no ${key}`, where: path, fix: `give ${wanted}`, keys: where.keys });
}

/** Formats a value for a message, shortened if it is long or nested. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
