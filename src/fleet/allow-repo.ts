/**
 * Whether a worker may work on a repository: its URL has to match a pattern, in which `*` stands for any text without a
 * slash and `**` for any text.
 */
export const isAllowed = (url: string, patterns: readonly string[]): boolean =>
  !url.includes("\n") && patterns.some((pattern) => matches(url, readPattern(pattern)));

/** A character, or a star: how much of a URL is before it does not matter. */
type PatternPart =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "star"; readonly stopsAtSlash: boolean };

const readPattern = (pattern: string): readonly PatternPart[] =>
  (pattern.match(/\*+|[^*]/g) ?? []).map((text) =>
    text.startsWith("*") ? { is: "star", stopsAtSlash: text === "*" } : { is: "text", text },
  );

/** All places in the pattern at once, character by character: a URL of a stranger cannot make it slow. */
function matches(url: string, pieces: readonly PatternPart[]): boolean {
  let places = withSkipped(new Set([0]), pieces);
  for (const character of url.split("")) {
    const next = new Set<number>();
    for (const at of places) {
      const piece = pieces[at];
      if (piece?.is === "text" && piece.text === character) next.add(at + 1);
      if (piece?.is === "star" && !(piece.stopsAtSlash && character === "/")) next.add(at);
    }
    places = withSkipped(next, pieces);
  }
  return places.has(pieces.length);
}

/** A star may stand for nothing. */
function withSkipped(places: Set<number>, pieces: readonly PatternPart[]): Set<number> {
  for (const at of places) if (pieces[at]?.is === "star") places.add(at + 1);
  return places;
}
