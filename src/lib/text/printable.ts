/** Characters after which emoji and several scripts need a joiner or a selector of the look. */
const beyondAscii = "\\u00a1-\\u200a\\u2010-\\u2027\\u2030-\\u205f\\u2070-\\ufe0d\\ufe10-\\uffff";

/**
 * What could move the cursor, give the terminal a command, reorder text or hide it: control characters, bidirectional
 * controls, and everything that Unicode tells a screen not to show. Tabs and line breaks stay.
 */
const hidden = new RegExp(
  [
    "\\u001b\\[[0-?]{0,32}[ -/]{0,8}[@-~]",
    "\\r\\n",
    "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0d\\ufeff\\uffa0\\ufff0-\\ufffb]",
    "\\ud82f[\\udca0-\\udca3]|\\ud834[\\udd73-\\udd7a]|[\\udb40-\\udb43][\\udc00-\\udfff]",
    `(?<![0-9#*${beyondAscii}])\\ufe0f`,
    `(?<![${beyondAscii}])\\ufe0e`,
    `(?<![\\ufe0e\\ufe0f${beyondAscii}])[\\u200c\\u200d]`,
  ].join("|"),
  "g",
);

/** The colours of `paint`. Nothing else that a text brings along styles the screen. */
const ownStyles = new Set([1, 2, 22, 31, 32, 33, 36, 39].map((code) => `\u001b[${code}m`));

export interface PrintableOptions {
  /** Keeps our own colours, for a terminal. */
  readonly colour?: boolean;
  /** What a lone carriage return becomes: a line break where progress bars are logged. */
  readonly carriageReturn?: string;
}

/**
 * Makes foreign text harmless for a terminal, and shows what it tried to hide: `\u202e` instead of a right-to-left
 * override. Colours are removed. JSON stays the same JSON, since the escapes are its own.
 */
export const printableLines = (text: string, { colour = false, carriageReturn }: PrintableOptions = {}): string =>
  text.replaceAll(hidden, (found) => {
    if (found === "\r\n") return "\n";
    if (found === "\r" && carriageReturn !== undefined) return carriageReturn;
    if (found.startsWith("\u001b[")) return colour && ownStyles.has(found) ? found : "";
    return escapeUnits(found);
  });

/** The same on one line: titles, names and messages must not look like lines of ours. */
export const printable = (text: string): string => printableLines(text).replaceAll(/[\n\t]+/g, " ");

/** Writes JSON so that nobody who prints the file is harmed. It reads back as the same value. */
export const escapeJson = (json: string): string => printableLines(json);

function escapeUnits(text: string): string {
  let escaped = "";
  for (let at = 0; at < text.length; at++) escaped += `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escaped;
}

/** A text of others in one line: its line breaks must not look like lines of ours. */
export const oneLine = (text: string): string => text.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, " ");
