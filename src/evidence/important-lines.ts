const escapes = /\u001b(?:\[[0-9;?]{0,32}[A-Za-z]|\][^\u0007\u001b]{0,256}(?:\u0007|\u001b\\)|[()][A-Z0-9])/g;
const control = /[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/g;
const telling =
  /\b(?:error|errors|fail|fails|failed|failure|failing|exception|panic|panicked|assert\w*|expected|received|actual|cannot|can't|not found|undefined|traceback|fatal|denied|missing|unexpected|not ok|timed? ?out)\b|^\s*(?:✖|✗|×|●|FAIL|E )/i;

/** "0 failed", "# fail 0": nothing is wrong there. */
const countsNone = /^\W*(?:0 (?:fail\w*|errors?|todo)|(?:fail\w*|errors?):? 0)\W*$/i;

const longest = 300;

/** The lines of a check's output that say what is wrong, as text for an agent: without colours, bounded. */
export function importantLines(output: string, most = 15): readonly string[] {
  const lines = output
    .split(/\r\n|\n|\r/)
    .map(plainLine)
    .filter((line) => line.trim() !== "");
  const marked = [...new Set(lines.filter((line) => telling.test(line) && !countsNone.test(line)))];
  const chosen = marked.length > 0 ? marked.slice(0, most) : lines.slice(-5);
  return chosen.map((line) => (line.length > longest ? `${line.slice(0, longest - 1)}…` : line));
}

/** A line as it would read on paper. */
export function plainLine(line: string): string {
  return line.slice(0, 4096).replaceAll(escapes, "").replaceAll(control, "").trimEnd();
}
