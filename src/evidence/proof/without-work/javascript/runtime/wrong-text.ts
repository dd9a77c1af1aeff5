/** One letter or digit of each line is another one; in lines of four words or more, one of each word. */
export function wrongText(text: string): string | undefined {
  if (text === "") return "a";
  const wrong = text.replace(/.+/gu, (line) =>
    /\S\s+\S+\s+\S+\s+\S/u.test(line) ? line.replace(/\S+/gu, wrongWord) : wrongWord(line),
  );
  const other = wrong === text ? text.replace(/[\p{L}\p{Nd}]/u, (sign) => wrongSign(sign, "")) : wrong;
  return other === text ? undefined : other;
}

/** Colour codes, escapes, tags and words that have a meaning in JSON stay: what reads the text must not stumble. */
function wrongWord(text: string): string {
  let isChanged = false;
  const signs =
    /\x1b\[[\d;]*\w|\\u[\da-f]{4}|\\.|<\/?[\w-]+|&#?\w+;|\b(?:true|false|null|undefined|NaN)\b|[\p{L}\p{Nd}]/giu;
  return text.replace(signs, (found, at: number) => {
    if (isChanged || !/^[\p{L}\p{Nd}]$/u.test(found)) return found;
    const other = wrongSign(found, text.slice(at + 1, at + 3));
    isChanged = other !== found;
    return other;
  });
}

/** Hexadecimal digits stay such, times of day too, and no number gets a leading zero. */
function wrongSign(sign: string, next: string): string {
  const code = sign.codePointAt(0) || 0;
  if (sign === "1") return /^\d:/.test(next) ? "0" : "2";
  if (/[2-9zZ]/.test(sign)) return String.fromCharCode(code - 1);
  if (/[fF]/.test(sign)) return String.fromCharCode(code - 5);
  const kinds = [/^\p{Lu}$/u, /^\p{Ll}$/u, /^\p{Lo}$/u, /^\p{Nd}$/u];
  const kind = kinds.find((each) => each.test(sign)) || /^\p{L}$/u;
  return (
    [code + 1, code - 1, code + 2, code - 2]
      .map((each) => String.fromCodePoint(each))
      .find((each) => kind.test(each)) || sign
  );
}

export const textFunctions = [wrongText, wrongWord, wrongSign];
