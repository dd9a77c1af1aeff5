import type { Environment } from "../environment.js";

const secretName = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH(?!OR)|(?:^|_)(?:PASS|PWD|PAT|DSN|COOKIE)(?:_|$)/i;
const shellFolders = new Set(["PWD", "OLDPWD"]);
const shortest = 8;

/** The secrets in an environment, by value: of variables with a secret-looking name, and passwords in URLs. */
export function secretValues(env: Environment): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of Object.keys(env).sort()) {
    for (const value of secretsIn(name, env[name] ?? "")) if (!values.has(value)) values.set(value, name);
  }
  return values;
}

function secretsIn(name: string, value: string): readonly string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i.exec(value)?.[1];
  if (password !== undefined) return isTrivial(password, name) ? [] : [password];
  if (!secretName.test(name) || shellFolders.has(name)) return [];
  const whole = value.trim();
  const lines = whole.includes("\n") ? whole.split(/\r?\n/).filter((line) => /^[\w+/=.-]{16,}$/.test(line)) : [];
  return [whole, ...lines].filter((each) => !isTrivial(each, name));
}

/** Words, numbers, paths and addresses say nothing, and masking them would make any log unreadable. */
function isTrivial(value: string, name: string): boolean {
  if (value.length < shortest || new Set(value).size < 4 || /^[\d.,:\s-]+$/.test(value)) return true;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) || isPath(value)) return true;
  if (/^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(value)) return value.length < 12;
  return /^[a-z]+(?:[-_. ][a-z]+)*$/i.test(value) && !/PASS|SECRET/i.test(name) && !/[A-Z]/.test(value);
}

const isPath = (value: string): boolean =>
  /^(?:~|\.{0,2})\/|^[A-Za-z]:[\\/]/.test(value) && !/[A-Za-z0-9+]{24,}/.test(value);

/** How a value may be written: as it is, in a JSON string, in a JSON string inside another, in a URL. */
export function spellings(value: string): readonly string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const all = [value, once, twice, encodeURIComponent(toWellFormed(value))];
  // A backslash at the end could be half of an escape in the text that is masked.
  return [...new Set(all.map((each) => each.replace(/\\+$/, "")))].filter((each) => each.length >= shortest);
}

const toWellFormed = (text: string): string => Buffer.from(text).toString();
