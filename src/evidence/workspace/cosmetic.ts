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

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g;

/** The line without needless blanks; one with a comment or an odd quote keeps its place and its blanks. */
function joinable(line: string): string {
  const plain = line.trim();
  if (plain === "") return "";
  if (!/["'`#]|\/\//.test(plain)) return `${tight(plain)} `;
  if (/#|\/\//.test(plain) || /["'`]/.test(plain.replaceAll(quoted, ""))) return `\n${protectBlanks(plain)}\n`;
  let out = "";
  let from = 0;
  for (const match of plain.matchAll(quoted)) {
    out += tight(plain.slice(from, match.index)) + protectBlanks(match[0]);
    from = match.index + match[0].length;
  }
  return `${out}${tight(plain.slice(from))} `;
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
