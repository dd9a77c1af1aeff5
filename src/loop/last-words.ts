const most = 400;

/** How a message ends, without its status block: the last paragraph, cut where it is long. Null where nothing is left. */
export function lastWords(message: string): string | null {
  const prose = message.replaceAll(/^---(\w+)---\s*$[\s\S]*?(?:^---END_\1---\s*$|(?![\s\S]))/gm, "");
  const paragraph = prose
    .split(/\n\s*\n/)
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .findLast((text) => text !== "");
  if (paragraph === undefined) return null;
  return paragraph.length > most ? `…${paragraph.slice(-most)}` : paragraph;
}
