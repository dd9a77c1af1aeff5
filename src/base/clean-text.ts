/** Text as a person would have read it: without byte-order mark, terminal escapes and overstrikes, and with plain line ends. */
export function cleanText(source: string): string {
  let text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  if (text.includes("\r")) text = text.replaceAll(/\r+\n?/g, plainEnd);
  if (/[\u0000-\u0008\u000b-\u001f\u007f\u009b]/.test(text))
    text = text
      .replaceAll(/\u001b\][^\u0007\u001b]{0,4096}(?:\u0007|\u001b\\)/g, "")
      .replaceAll(/(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]/g, "")
      .replaceAll(/\u001b[@-Z\\-_]/g, "")
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u009b]/g, "");
  return text;
}

/** One line end for `\r\n` and `\r\r\n`, one for each lone `\r`. Runs are matched whole: `\r+\n` would be quadratic. */
const plainEnd = (ends: string): string => (ends.endsWith("\n") ? "\n" : "\n".repeat(ends.length));
