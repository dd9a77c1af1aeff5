/** Keys of well-known services, by how they begin. Only bounded repetitions: the text may come from an agent. */
const keys = new RegExp(
  [
    "[sr]k-[A-Za-z0-9_-]{20,400}",
    "[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}",
    "gh[opsur]_[A-Za-z0-9]{30,255}",
    "github_pat_[A-Za-z0-9_]{22,255}",
    "glpat-[A-Za-z0-9_.-]{20,255}",
    "(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,255}",
    "npm_[A-Za-z0-9]{36}",
    "hf_[A-Za-z0-9]{30,64}",
    "A[KS]IA[A-Z0-9]{16}",
    "AIza[A-Za-z0-9_-]{35}",
    // It must start a word: a long word of many starts would be read from each of them.
    "eyJ(?<=(?:^|[^\\w-]|\\\\[nrtbf])eyJ)[A-Za-z0-9_-]{8,4096}\\.eyJ[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{8,2048}",
  ].join("|"),
  "g",
);

const secretWord = "key|token|secret|passw(?:or)?d|passphrase|credentials?|authorization|auth";

/** `API_KEY=value`, `"token": "value"`, `Authorization: Bearer value`, also inside a JSON string. */
const named = new RegExp(
  `((?:${secretWord})[\\w.-]{0,40}["'\`\\\\]{0,6}[ \\t]{0,4}[:=]>?[ \\t]{0,4}["'\`\\\\]{0,6}(?:Bearer |Basic |token )?|(?:Bearer|Basic) )([A-Za-z0-9+/_.~-]{16,4096}={0,2})`,
  "gi",
);

const urlPassword = /(:\/\/[^\s/:@"'`<>\\]{0,200}:)([^\s/@"'`<>\\]{1,300})@/g;
const urlToken = /(:\/\/)([A-Za-z0-9_-]{20,300})@/g;

const keyBlock =
  /(-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----)(?:(?:[ \r\n]{1,4}|(?:\\{1,4}[rn]){1,4})[A-Za-z0-9+/=]{1,100}){1,500}/g;

/** Masks what looks like a key, a token or a password, whoever it belongs to. */
export function maskShapes(text: string): string {
  const open = text.includes("PRIVATE KEY") ? text.replaceAll(keyBlock, maskBlock) : text;
  const shown = open.replaceAll(keys, maskKey).replaceAll(named, maskNamed);
  return shown.includes("://") ? shown.replaceAll(urlPassword, maskPassword).replaceAll(urlToken, maskNamed) : shown;
}

export const masked = "[masked]";

/** The beginning shows which key it is; the same key always has the same mask. */
const cutKey = (key: string): string => `${key.slice(0, 4)}…${masked}`;

/** A key starts a word, also after an escaped line break of a JSON string. */
const startsWord = (text: string, at: number): boolean =>
  at === 0 || /^(?:[\s\S]?[^A-Za-z0-9+/]|\\[nrtbf])$/.test(text.slice(Math.max(0, at - 2), at));

function maskKey(key: string, at: number, text: string): string {
  const isPlain = /^[A-Z]|^eyJ|^npm_|^hf_/.test(key);
  if (isPlain) return startsWord(text, at) && !isLetter(text[at + key.length]) ? cutKey(key) : key;
  return isRandom(key) && (startsWord(text, at) || key.length > 40) ? cutKey(key) : key;
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[A-Za-z0-9]/.test(character);

const maskNamed = (whole: string, name: string, value: string, at: number, text: string): string =>
  isRandom(value) && !isPublic(value) && !/public[_-]?$/i.test(text.slice(Math.max(0, at - 7), at))
    ? whole.replace(name + value, () => name + cutKey(value))
    : whole;

/** A variable in a script is no password. */
const maskPassword = (whole: string, start: string, password: string): string =>
  /^[$%{*]/.test(password) ? whole : `${start}${masked}@`;

const maskBlock = (whole: string, begin: string): string =>
  /[A-Za-z0-9+/=]{16}/.test(whole.slice(begin.length)) ? `${begin}${masked}` : whole;

/** Hashes, UUIDs and paths are no secrets, even beside the word "key". */
const isPublic = (value: string): boolean =>
  /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^sha\d{1,3}-|^[./~]|\.[a-z]{1,5}$/i.test(
    value,
  );

/** Random letters and digits, not words: digits in two places or more of one long word. */
function isRandom(value: string): boolean {
  const word = (value.match(/[A-Za-z0-9]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), "");
  const isMixed = value.length > 40 && /[a-z]/.test(value) && /[A-Z]/.test(value);
  return (word.length >= 16 || isMixed) && /\d\D+\d/.test(value) && /[A-Za-z]/.test(value) && new Set(value).size >= 8;
}
