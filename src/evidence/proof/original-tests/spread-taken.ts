import { isAbout, type TakenAway } from "./taken-away.js";

const keywords = new Set(
  "import from as const let var use require await type def function class fn func pub".split(" "),
);

/** What comes from a module: the name of the module first. */
const imports: readonly RegExp[] = [
  /^[ \t]*(?:import|export|const|let|var)\b[^;]*?\b(?:from|require\s*\(|import\s*\()\s*["'`](?<module>[^"'`\n]+)["'`]/gm,
  /^[ \t]*from[ \t]+(?<module>[.\w]+)[ \t]+import[ \t]+(?:\([^)]*\)|[^\n]*)/gm,
  /^[ \t]*import[ \t]+(?<module>[\w.]+)(?:[ \t]+as[ \t]+\w+)?[ \t]*$/gm,
  /^[ \t]*use[ \t]+(?<module>[\w:]+)::(?:\{[^}]*\}|\w+)(?:[ \t]+as[ \t]+\w+)?;/gm,
];

/** Begins a function, a class or a value of a test file that is no test. */
const declaration =
  /^(?:export[ \t]+)?(?:async[ \t]+)?(?:pub[ \t]+)?(?:function|const|let|var|def|class|fn|func)[ \t]+(\w{2,})/;

/**
 * With what was taken away, a test file loses what it imports from there and its own helpers that use it: a test that
 * uses these is about the same.
 */
export function spreadTaken(text: string, taken: TakenAway): TakenAway {
  if (taken.names.length === 0) return taken;
  const imported = imports.flatMap((shape) =>
    [...text.matchAll(shape)].flatMap(({ 0: line, groups }) =>
      isAbout(groups?.["module"] ?? "", taken) ? namesIn(line.replace(/["'`][^"'`]*["'`]/g, " ")) : [],
    ),
  );
  const first = { names: [...new Set([...taken.names, ...imported])] };
  const helpers = topLevel(text).flatMap(({ name, body }) => (isAbout(body, first) ? [name] : []));
  return { names: [...new Set([...first.names, ...helpers])] };
}

const namesIn = (line: string): readonly string[] =>
  (line.match(/\w{2,}/g) ?? []).filter((word) => !keywords.has(word));

interface Declared {
  readonly name: string;
  readonly body: string;
}

/** From each declaration at the left edge to the next line there that begins something. */
function topLevel(text: string): readonly Declared[] {
  const parts = text.split(/^(?=[A-Za-z@#])/m);
  return parts.flatMap((body) => {
    const name = declaration.exec(body)?.[1];
    return name === undefined ? [] : [{ name, body }];
  });
}
