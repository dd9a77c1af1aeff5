import { UserError } from "./errors.js";
import { suggest } from "./nearest.js";

export type Keys = readonly (string | number)[];

/** Where a value stands: the name of its source ("--set", or "" where the source is told apart) and the keys to it. */
export interface Place {
  readonly root: string;
  readonly keys: Keys;
}

export const within = ({ root, keys }: Place, key: string | number): Place => ({ root, keys: [...keys, key] });

/** `breaker.noProgress`, `policy.rules[2]`. */
export function formatPath({ root, keys }: Place): string {
  let path = root;
  for (const key of keys) path += typeof key === "number" ? `[${key}]` : path === "" ? key : `.${key}`;
  return path;
}

/** A mistake in a setting. It keeps the keys, so that whoever knows the file can name the line. */
export class SettingError extends UserError {
  readonly keys: Keys;

  constructor({ what, where, fix, keys }: { what: string; where: string; fix: string; keys: Keys }) {
    super({ what, where, fix });
    this.keys = keys;
  }
}

/** The same mistake, told of the file and line it stands in. */
export const atPlace = (error: SettingError, where: string): UserError =>
  new UserError({ what: error.what, where, fix: error.fix });

export function unknownName(
  what: string,
  name: string,
  { where, names }: { where: string | Place; names: readonly string[] },
): UserError {
  const fix = suggest(name, names);
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

export function wrong(value: unknown, where: string | Place, wanted: string): UserError {
  const path = typeof where === "string" ? where : formatPath(where);
  const mistake = { what: `${path} is ${shown(value)}`, where: path, fix: `give ${wanted}` };
  return typeof where === "string" ? new UserError(mistake) : new SettingError({ ...mistake, keys: where.keys });
}

export function missing(key: string, where: Place, wanted: string): UserError {
  const path = formatPath(where);
  return new SettingError({ what: `${path} has no ${key}`, where: path, fix: `give ${wanted}`, keys: where.keys });
}

/** A value short enough for a message, however deep or long it is. */
export function shown(given: unknown): string {
  if (Array.isArray(given)) return given.length === 0 ? "[]" : `a list of ${given.length}`;
  if (typeof given === "object" && given !== null) return "an object";
  const text = typeof given === "string" ? JSON.stringify(given) : String(given);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
