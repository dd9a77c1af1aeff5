/** A literal without how it is written: texts with a quote before them, numbers and truth values as they are. */
export type Atom = string;

const literal =
  /(["'`])((?:\\.|(?!\1)[^\\\n])*)\1|(?<![\w.$])-?(?:0x[\da-fA-F]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.]*\w)n?|\b(?:true|false|True|False)\b/g;

/** The literals of a piece of code, in order. */
export const atomsIn = (code: string): readonly Atom[] =>
  [...code.matchAll(literal)].map((found) => (found[1] === undefined ? plain(found[0]) : `"${found[2] ?? ""}`));

function plain(written: string): Atom {
  if (/^[tTfF]/.test(written)) return written.toLowerCase();
  const value = Number(written.replaceAll("_", "").replace(/n$/, ""));
  return String(value);
}

const common = new Set(["0", "1", "2", "-1", "10", "100", "true", "false"]);
const isNumber = (atom: Atom): boolean => /^-?[\d.]/.test(atom);
export const isTelling = (atom: Atom): boolean => (atom.startsWith('"') ? atom.length > 3 : !common.has(atom));

/** Whether nobody would write these two down together by chance. */
export function areTelling(inputs: readonly Atom[], expected: readonly Atom[]): boolean {
  if (inputs.length === 0 || expected.length === 0) return false;
  const [first, second] = [inputs, expected].map((side) => side.length > 1 || side.some(isTelling));
  if ([...inputs, ...expected].every(isNumber)) return first === true || second === true;
  return first === true && second === true;
}

/** A piece of code as a key might be written: without blanks and quotes. */
export const keyText = (code: string): string => code.replaceAll(/[\s"'`\\]/g, "");
