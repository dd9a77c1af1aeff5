/** How a text is laid out, so that what is added looks like the rest. */
export interface Layout {
  readonly newline: "\n" | "\r\n";
  /** One step of indentation. */
  readonly unit: string;
  /** A value whose first line stands at this indentation. */
  format(value: unknown, indent: string): string;
}

export function layoutOf(text: string): Layout {
  const newline = newlineOf(text);
  const unit = /\n([ \t]{1,8})["[{]/.exec(text)?.[1] ?? "  ";
  return {
    newline,
    unit,
    format: (value, indent) => JSON.stringify(value, null, unit).replaceAll("\n", `${newline}${indent}`),
  };
}

/** The line ending of the first line. */
export const newlineOf = (text: string): "\n" | "\r\n" =>
  text[text.indexOf("\n") - 1] === "\r" && text.includes("\n") ? "\r\n" : "\n";

/** The blanks at the start of the line that an offset is in. */
export function lineIndent(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  let end = start;
  while (text[end] === " " || text[end] === "\t") end++;
  return text.slice(start, end);
}
