/** The valid name closest to what was typed, if it is close enough to be a typo. */
export function nearest(typed: string, names: Iterable<string>): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_ ]/g, "");
  let best: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(plain(typed), plain(name));
    if (!best || distance < best.distance) best = { name, distance };
  }
  return best && best.distance <= Math.max(2, Math.ceil(typed.length / 3)) ? best.name : undefined;
}

/** The hint after an unknown name: the nearest match, and all valid names or the command that lists them. */
export function suggest(typed: string, names: readonly string[], listedBy?: string): string {
  const close = nearest(typed, names);
  const all = listedBy === undefined ? `known: ${names.join(", ")}` : `see all with: ${listedBy}`;
  return `${close ? `did you mean ${close}? ` : ""}${all}`;
}

function editDistance(a: string, b: string): number {
  const left = a.slice(0, 64);
  const right = b.slice(0, 64);
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const swap = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
