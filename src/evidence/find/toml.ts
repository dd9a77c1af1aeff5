/** A list of texts in a TOML file, by its section and key. Enough to find checks; the rest is for its own tools. */
export function tomlList(text: string, section: string, key: string): readonly string[] {
  const plain = text.replaceAll(/^((?:[^#"'\n]|"[^"\n]*"|'[^'\n]*')*)#[^\n]*/gm, "$1");
  const name = section.replaceAll(".", "\\.");
  const body =
    new RegExp(`^\\s*\\[${name}\\]\\s*$([\\s\\S]*?)(?=^\\s*\\[[\\w."-]+\\]\\s*$|(?![\\s\\S]))`, "m").exec(plain)?.[1] ??
    "";
  const list = new RegExp(`^\\s*${key}\\s*=\\s*\\[([^\\]]*)\\]`, "m").exec(body)?.[1] ?? "";
  return [...list.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => double ?? single ?? "");
}
