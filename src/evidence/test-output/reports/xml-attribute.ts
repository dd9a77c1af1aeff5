import { decodeBytes } from "../byte-text.js";

/** Values are short or truncated. Only decodes the entities that writers commonly use. */
export function attribute(tag: string, name: string): string | undefined {
  for (const quote of ['"', "'"]) {
    const start = tag.indexOf(` ${name}=${quote}`);
    const from = start + name.length + 3;
    const end = start < 0 ? -1 : tag.indexOf(quote, from);
    if (end >= 0) return plain(decodeBytes(tag.slice(from, Math.min(end, from + 2000))));
  }
  return undefined;
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&",
  "#10": "\n",
  "#xA": "\n",
};
const plain = (text: string): string =>
  text.replaceAll(/&(#?\w{1,6});/g, (whole, name: string) =>
    Object.hasOwn(entities, name) ? (entities[name] ?? whole) : whole,
  );
