/**
 * Characters that take two columns of a terminal. Where terminals differ (flags, joined emoji), the larger width
 * counts: a line may end early, but never wraps.
 */
const makeWide = (): RegExp =>
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Marks on the character before them. The selector of the emoji look is not one: it widens that character. */
const makeMarks = (): RegExp => /(?!\ufe0f)[\p{Mn}\p{Me}\p{Cf}]/u;

const plain = /^[ -~]*$/;

/** Made on first use: classes of Unicode take milliseconds to compile, and most text is plain. */
let patterns: { readonly wide: RegExp; readonly marks: RegExp } | undefined;

/** The columns that a text takes, without escape sequences and line breaks. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  patterns ??= { wide: makeWide(), marks: makeMarks() };
  return patterns.marks.test(character) ? 0 : patterns.wide.test(character) ? 2 : 1;
}

/** Cuts a text to the given number of columns, with a mark where something is missing. */
export function cutText(text: string, columns: number, mark = "…"): string {
  if (textWidth(text) <= columns) return text;
  const room = columns - textWidth(mark);
  if (room < 0) return "";
  let taken = "";
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > room) break;
    taken += character;
  }
  return `${taken.trimEnd()}${mark}`;
}
