/** Replaces names in a piece of code by what they were last given before a place. */
export type Inline = (expression: string, at: number) => string;

interface NamedValue {
  readonly at: number;
  readonly value: string;
}

const assignment =
  /^[ \t]*(?:(?:const|let|var|val|final|auto|mut|my|static|string|String|int|let\s+mut)\s+)*(\w+)(?:\s*:\s*[\w<>&[\]'" |]{1,60})?\s*:?=(?![=>])[ \t]*([^\n]{1,400}?);?[ \t]*$/gm;

/** Tests often name what they put in, what they want, or what came out: `const result = f("a"); equal(result, "b")`. */
export function readNames(code: string): Inline {
  const names = new Map<string, NamedValue[]>();
  for (const { 1: name = "", 2: value = "", index } of code.matchAll(assignment))
    if (/["'`\d]|\b(?:true|false|True|False)\b/.test(value) && !/=>|\bfunction\b|[{[(]$/.test(value))
      names.set(name, [...(names.get(name) ?? []), { at: index, value }]);
  const find = (name: string, at: number): string => names.get(name)?.findLast((named) => named.at < at)?.value ?? name;
  const once: Inline = (expression, at) =>
    expression.replaceAll(
      /(["'`])(?:\\.|(?!\1)[^\\\n])*\1|(?<![.\w$])([A-Za-z_]\w*)(?!\w|\s*\()/g,
      (found, _quote, name?: string) => (name === undefined ? found : find(name, at)),
    );
  return (expression, at) => (names.size === 0 ? expression : once(once(expression, at), at));
}
