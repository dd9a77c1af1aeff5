/** Files whose blanks mean something: indentation, tables, prose. There only line ends and empty lines are cosmetic. */
const laidOut =
  /(?:\.(?:py|pyi|ya?ml|md|mdx|markdown|txt|rst|adoc|haml|pug|slim|sass|styl|coffee|nim|hs|fs|fsx|ml|mk|make|csv|tsv|snap|diff|patch)|(?:^|\/)(?:GNU)?[Mm]akefile|(?:^|\/)Dockerfile)$/;

/**
 * A text without what no reader or compiler minds: blanks, line breaks, line ends. Where in doubt (strings, comments,
 * templates) it is left as it stands, since taking a real change for a cosmetic one is the worse mistake.
 */
export function withoutCosmetics(text: string, path: string): string {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  if (laidOut.test(path))
    return lines
      .map((line) => line.trimEnd())
      .filter(Boolean)
      .join("\n");
  let out = "";
  let verbatim = false;
  for (const line of lines) {
    const toggles = opensOrCloses(line);
    if (verbatim || toggles) out += `${protectBlanks(line)}\n`;
    else out += joinable(line);
    if (toggles) verbatim = !verbatim;
  }
  return squeeze(out);
}

/** A template or text block that begins or ends here and goes on over lines. */
function opensOrCloses(line: string): boolean {
  return count(line, "`") % 2 === 1 || count(line, '"""') % 2 === 1;
}

function count(line: string, mark: string): number {
  let found = 0;
  for (let at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + mark.length)) found++;
  return found;
}

/** The line without needless blanks; one with a comment or an odd quote keeps its place and its blanks. */
function joinable(line: string): string {
  const plain = line.trim();
  if (plain === "") return "";
  if (!/["'`#]|\/\//.test(plain)) return `${tight(plain)} `;
  const strings = /#|\/\//.test(plain) ? null : findStrings(plain);
  if (strings === null) return `\n${protectBlanks(plain)}\n`;
  let out = "";
  let from = 0;
  for (const { start, end } of strings) {
    out += tight(plain.slice(from, start)) + protectBlanks(plain.slice(start, end));
    from = end;
  }
  return `${out}${tight(plain.slice(from))} `;
}

interface CommentSpan {
  readonly start: number;
  readonly end: number;
}

/** Where the strings of a line are; null if one is not closed. */
function findStrings(line: string): readonly CommentSpan[] | null {
  const strings: CommentSpan[] = [];
  for (let at = 0; at < line.length; at++) {
    if (!isQuote(line[at])) continue;
    const end = findClosing(line, at);
    if (end === null) return null;
    strings.push({ start: at, end });
    at = end - 1;
  }
  return strings;
}

const isQuote = (character: string | undefined): boolean => character === '"' || character === "'" || character === "`";

/** The end of the string that starts here. A template knows no escapes here: where in doubt, it ends early. */
function findClosing(line: string, start: number): number | null {
  const mark = line[start];
  for (let at = start + 1; at < line.length; at++) {
    if (line[at] === mark) return at + 1;
    if (line[at] === "\\" && mark !== "`") at++;
  }
  return null;
}

const tight = (code: string): string => code.replaceAll(/[ \t\f\v]+/g, " ");

/** Blanks that may mean something are put out of reach of the squeezing below. */
const protectBlanks = (string: string): string => string.replaceAll(" ", "\u0001");

/** A blank only matters between two words, and between two operators: `a - -b` is not `a--b`. */
function squeeze(text: string): string {
  return text
    .replaceAll(/ {2,}/g, " ")
    .replaceAll(/ ?([(){}[\],;:=]) ?/g, "$1")
    .replaceAll(/(?<=[\w)\]]) ?([-+*/<>&|?%.]{1,3}) ?(?=[\w([])/g, "$1")
    .trim();
}
