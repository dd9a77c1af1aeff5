/** Why a command checks nothing: it cannot fail, or it stands in for a test that nobody wrote. Null if it may say no. */
export function whyNoCheck(words: readonly string[]): string | null {
  const script = shellScript(words) ?? words.join(" ");
  if (/\bno test specified\b/i.test(script)) return "it is a placeholder";
  const last = lastStep(script);
  if (last === "") return "it does nothing";
  if (/^(?:true|:|exit(?: 0)?|\/(?:usr\/)?bin\/true)$/.test(last)) return `it ends with ${last}, which cannot fail`;
  return /^(?:echo|printf)\b[^|&;]*$/.test(last) && !/[&]{2}/.test(script.slice(0, script.length - last.length))
    ? "it only prints, which cannot fail"
    : null;
}

/** What a shell is given to run. */
function shellScript(words: readonly string[]): string | null {
  const [program = ""] = words;
  if (!/(?:^|\/)(?:ba|da|z|k|a)?sh$/.test(program)) return null;
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  return at < 0 ? null : (words[at + 1] ?? "");
}

/** The step that gives the exit status, as far as that is plain to see. `a && true` may still fail. */
function lastStep(script: string): string {
  const parts = script
    .trim()
    .replace(/;+$/, "")
    .split(/\s*(?:\|\||;|\n)\s*/);
  const last = parts.at(-1)?.trim() ?? "";
  return last.includes("&&") ? last : last.replaceAll(/\s+/g, " ");
}
