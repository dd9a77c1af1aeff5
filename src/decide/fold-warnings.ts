const maxDifferent = 20;
const rest = /^and (\d+) more warnings?$/;

/**
 * Each warning once, with how often it was given; the line it is about does not make it another one. Of very many
 * different ones, only the first are listed. Folding twice changes nothing.
 */
export function foldWarnings(warnings: readonly string[]): readonly string[] {
  const counts = new Map<string, { readonly text: string; times: number }>();
  let more = 0;
  for (const text of warnings) {
    const left = rest.exec(text)?.[1];
    if (left !== undefined) {
      more += Number(left);
      continue;
    }
    const key = text.replace(/^line \d+: /, "");
    const known = counts.get(key);
    if (known) known.times++;
    else if (counts.size < maxDifferent) counts.set(key, { text, times: 1 });
    else more++;
  }
  const folded = [...counts.values()].map(({ text, times }) => (times === 1 ? text : `${text} (${times} times)`));
  return more === 0 ? folded : [...folded, `and ${more} more ${more === 1 ? "warning" : "warnings"}`];
}
