import type { Scripts } from "../../find/scripts.js";

const managers = /^(?:npm|pnpm|yarn|bun)$/;
const runners = /^(?:npm-run-all2?|run-[sp]|npm-run-all)$/;

/** The simple commands that a command comes to, as words: those of the scripts that it runs, and of their hooks. */
export function scriptLines(words: readonly string[], scripts: Scripts): readonly (readonly string[])[] {
  const lines: (readonly string[])[] = [];
  const seen = new Set<string>();
  const open: (readonly string[])[] = [words];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const names = scriptsNamed(next, scripts);
    if (names.length === 0) lines.push(next);
    for (const name of names.flatMap((each) => [`pre${each}`, each, `post${each}`])) {
      if (seen.has(name) || !Object.hasOwn(scripts, name)) continue;
      seen.add(name);
      open.push(...splitScript(scripts[name] ?? ""));
    }
  }
  return lines;
}

function scriptsNamed(words: readonly string[], scripts: Scripts): readonly string[] {
  const [program = "", ...rest] = words;
  if (runners.test(program)) return rest.flatMap((word) => matching(word, scripts));
  if (!managers.test(program)) return [];
  const [first = "", ...more] = rest.filter((word) => !word.startsWith("-"));
  const name = first === "run" || first === "run-script" ? (more[0] ?? "") : /^t(?:st)?$/.test(first) ? "test" : first;
  return Object.hasOwn(scripts, name) ? [name] : [];
}

/** `build:*` names all that begin so. */
const matching = (word: string, scripts: Scripts): readonly string[] =>
  word.endsWith("*")
    ? Object.keys(scripts).filter((name) => name.startsWith(word.slice(0, -1)))
    : [word].filter((name) => Object.hasOwn(scripts, name));

const launcher = /^(?:npx|bunx|cross-env|env|dotenv|exec|x|--|--no-install|--no|-y|--yes|node_modules\/\.bin\/)$/;

function splitScript(script: string): readonly (readonly string[])[] {
  return script
    .split(/&&|\|\||[;|&\n]/)
    .map((line) =>
      line
        .trim()
        .split(/\s+/)
        .map((word) => word.replaceAll(/^["']|["']$/g, "")),
    )
    .map((line) =>
      line.slice(
        Math.max(
          0,
          line.findIndex((word) => !launcher.test(word) && !/^\w+=/.test(word)),
        ),
      ),
    )
    .filter(([first = ""]) => first !== "");
}

/** Programs that do nothing but write what they make of source, and those that do so when told. */
const builders =
  /^(?:tsup|esbuild|rollup|webpack|swc|babel|unbuild|ncc|microbundle|tsdown|rspack|rslib|pkgroll|bunchee|gulp|grunt|make|just|coffee|lessc|sass|vue-tsc|tsc)$/;
const builds = /^(?:build|bundle|compile|pack|export|generate)\b/;
const builderWith =
  /^(?:vite|parcel|ng|next|nuxt|nuxi|astro|svelte-kit|remix|turbo|nx|lerna|wireit|bun|deno|vue-cli-service|react-scripts|esbuild|rush)$/;

/** Whether one of these commands builds something, rather than only looking at it. */
export const buildsIn = (lines: readonly (readonly string[])[]): boolean => lines.some(isBuild);

function isBuild(words: readonly string[]): boolean {
  const [program = "", ...args] = words;
  const name = program.replace(/^.*\//, "");
  if (/^(?:vue-)?tsc$/.test(name)) return !args.some((word) => /^--?noEmit$/i.test(word));
  if (builders.test(name)) return true;
  if (builderWith.test(name)) return args.some((word) => builds.test(word.replace(/^--?(?:target=)?/, "")));
  if (managers.test(name)) return args.includes("build");
  // A script of the project's own that says so by its name.
  if (/^(?:node|tsx|ts-node|sh|bash|python[\d.]*)$/.test(name) || program.includes("/"))
    return [program, ...args].some((word) =>
      /(?:^|[/._-])(?:build|bundle|compile)[\w-]*\.(?:[mc]?[jt]s|sh|py)$/.test(word),
    );
  return false;
}
