/**
 * Strips from an error what changes from run to run: errors with equal fingerprints are the same. Only linear
 * expressions, since the text may come from an agent.
 */
export function fingerprint(error: string): string {
  return error
    .slice(0, 20_000)
    .toLowerCase()
    .replaceAll(/\u001b\[[0-9;]*[a-z]/g, "")
    .replaceAll(/\d{4}-\d\d-\d\d[t ]?|\d{1,2}:\d\d(:\d\d)?([.,]\d+)?z?/g, "#")
    .replaceAll(/\b[a-z]:(?=[/\\])/g, "")
    .replaceAll(/[^\s"'`()<>[\]:,;=]*[/\\][^\s"'`()<>[\]:,;=]*/g, "<path>")
    .replaceAll(/\b0x[0-9a-f]+\b|\b(?=[0-9]*[a-f])[0-9a-f]{8,}\b/g, "#")
    .replaceAll(/\d+(?:\.\d+)*/g, "#")
    .replaceAll(/#+/g, "#")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 2000);
}
