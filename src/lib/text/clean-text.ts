/** Removes the byte-order mark, terminal escapes and overstrikes, and normalises line ends to `\n`. */
export function cleanText(source: string): string {
  let text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  if (text.includes("\r")) text = text.replaceAll(/\r+\n?/g, plainEnd);
  if (text.includes("\b")) text = withoutOverstrikes(text);
  if (/[\u0000-\u0008\u000b-\u001f\u007f\u009b]/.test(text))
    text = text
      .replaceAll(/\u001b\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)/g, "")
      .replaceAll(/(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]/g, "")
      .replaceAll(/\u001b[@-Z\\-_]/g, "")
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u009b]/g, "");
  return text;
}

/** A backspace deletes the character before it on the same line: terminals record `^D` and spinners that way. */
function withoutOverstrikes(text: string): string {
  const shown: string[] = [];
  let from = 0;
  for (let at = text.indexOf("\b"); at >= 0; at = text.indexOf("\b", from)) {
    for (let next = from; next < at; next++) shown.push(text.charAt(next));
    if (shown.length > 0 && shown.at(-1) !== "\n") shown.pop();
    from = at + 1;
  }
  return shown.join("") + text.slice(from);
}

/** `\r\n` and `\r\r\n` become one line end, each lone `\r` its own. Matches whole runs: `\r+\n` would be quadratic. */
const plainEnd = (ends: string): string => (ends.endsWith("\n") ? "\n" : "\n".repeat(ends.length));
