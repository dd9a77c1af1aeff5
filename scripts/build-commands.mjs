// Bundles the commands of the CLI for its loader (src/cli/load-command.ts). The library is in the shared bundle, too.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { build } from "esbuild";
import { rawText } from "./raw-text.mjs";

const require = createRequire(import.meta.url);

const [, table = ""] = /const commands[^{]*\{([^}]*)\}/.exec(readFileSync("src/cli/main.ts", "utf8")) ?? [];
const commands = [...table.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name);

/** What only some calls of a small bundle need is loaded on demand. */
const onDemand = ["lists"];
/** Most of it is in the shared bundle anyway: loaded from there, it is packed once. The loader finds it by its prefix. */
const onDemandFromShared = ["look", "judge-place"];
const loadOnDemand = {
  name: "load-on-demand",
  setup({ onResolve }) {
    const leaveOut = (names, write) =>
      onResolve({ filter: new RegExp(`/(?:${names.join("|")})\\.js$`) }, ({ kind, path }) =>
        kind === "dynamic-import" ? { path: path.replace(/^.*\/(.*)\.js$/, write), external: true } : undefined,
      );
    leaveOut(onDemand, "./$1.cjs");
    leaveOut(onDemandFromShared, "shared:$1");
  },
};

/** A parser, loaded only while something is proved, from a file of its own beside the bundles. */
const parser = "@babel/parser";
const parserFile = "parser";
const loadParser = {
  name: "load-parser",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^${parser}$`) }, ({ kind }) =>
      kind === "dynamic-import" ? { path: `./${parserFile}.cjs`, external: true } : undefined,
    );
  },
};

/** Dialects that we never ask for are a sixth of the parser. */
const cutParser = {
  name: "cut-parser",
  setup({ onLoad }) {
    onLoad({ filter: /@babel\/parser\/lib\/index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const contents = text.replace(/(?<=\nconst mixinPlugins = \{)[^}]*(?=\};)/, " jsx, typescript ");
      if (contents === text) throw new Error(`${path} lists its dialects in another way`);
      return { contents };
    });
  },
};

/** The loader names the bundle of a command, and how it is wrapped. */
export async function buildCommands(options, { bundleOf, wrapper, openWrapper }, entries) {
  const small = { ...options, plugins: [rawText, loadOnDemand, loadParser] };
  const wrapIn = ([begin, end]) => ({ banner: { js: begin }, footer: { js: end } });
  const namesOf = (bundle) => commands.filter((name) => bundleOf(name) === bundle);
  const judge = namesOf("judge").map(loadAtOnce);
  const base = await readBase(judge, small);
  const shared = { ...options, plugins: [rawText, loadParser, takeFromBase(base)] };
  await Promise.all([
    build({ ...small, entryPoints: ["src/cli/lists.ts"] }),
    buildBundle(parserFile, [`export { parse } from "${parser}";`], { ...options, plugins: [cutParser] }),
    buildBundle("judge", [...namesOf("judge").map(loadLazily), exportBase], {
      ...small,
      plugins: [...small.plugins, baseModules(base)],
      ...wrapIn(openWrapper),
    }),
    buildBundle("shared", [...namesOf("shared").map(loadLazily), ...modulesOf(entries).map(exportLazily)], shared),
    ...["hook", "scripted"].map((bundle) =>
      buildBundle(bundle, namesOf(bundle).map(loadAtOnce), { ...small, ...wrapIn(wrapper) }),
    ),
  ]);
}

/** The modules of the judge's bundle and their exports: the shared bundle takes them from there, so that each is packed once. */
async function readBase(lines, { outdir, ...options }) {
  const stdin = { contents: lines.join("\n"), resolveDir: "src/cli" };
  const { metafile } = await build({ ...options, stdin, write: false, metafile: true });
  const files = Object.entries(Object.values(metafile.outputs)[0].inputs)
    .filter(([file, { bytesInOutput }]) => file.startsWith("src/") && bytesInOutput > 0)
    .map(([file]) => file);
  const single = { bundle: false, write: false, metafile: true, format: "esm", outdir: "dist", outbase: "." };
  const { metafile: each } = await build({ ...single, entryPoints: files });
  return new Map(
    Object.values(each.outputs)
      .filter((output) => output.exports.length > 0)
      .map(({ entryPoint, exports }, at) => [resolve(entryPoint), { id: `m${at}`, exports }]),
  );
}

/** All at once, and only when they are asked for: an object for each module would cost every check. */
const baseName = "untildone:base";
const exportBase = `exports.base = () => require("${baseName}").modules;`;
const baseModules = (base) => ({
  name: "base-modules",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: new RegExp(`^${baseName}$`) }, () => ({ path: baseName, namespace: "base" }));
    onLoad({ filter: /./, namespace: "base" }, () => ({
      contents: listBase(base),
      loader: "js",
      resolveDir: "src/cli",
    }));
  },
});

const listBase = (base) =>
  [
    ...[...base].map(
      ([path, { id, exports }]) => `import { ${exports.map((name) => `${name} as ${id}_${name}`)} } from "${path}";`,
    ),
    `export const modules = {`,
    ...[...base.values()].map(({ id, exports }) => `  ${id}: { ${exports.map((name) => `${name}: ${id}_${name}`)} },`),
    `};`,
  ].join("\n");

const takeFromBase = (base) => ({
  name: "take-from-base",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.\/judge\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const taken = base.get(path);
      if (!taken) return undefined;
      const { id, exports } = taken;
      const lines = exports.map((name) => `export const ${name} = module.${name};`);
      return { contents: [`const module = require("./judge.cjs").base().${id};`, ...lines].join("\n"), loader: "js" };
    });
  },
});

const loadAtOnce = (name) => `export { ${name} } from "./commands/${name}.ts";`;

/** A command of many runs its own modules, not those of the others. */
const loadLazily = (name) =>
  `Object.defineProperty(exports, "${name}", { get: () => require("./commands/${name}.ts")["${name}"] });`;

/** Modules of the shared bundle that are loaded from elsewhere, beside its commands. */
const modulesOf = (entries) => [
  ...onDemandFromShared.map((name) => ({ name, path: `./${name}.ts` })),
  ...entries.map((name) => ({ name, path: `../${name}.ts` })),
];

const exportLazily = ({ name, path }) =>
  `Object.defineProperty(exports, ":${name}", { get: () => require("${path}") });`;

/**
 * An entry of the library: an ES module with the exports of its module in the shared bundle. It requires the bundle, since
 * an `import` of CommonJS searches the whole text for exports, which takes longer than to compile it.
 */
export function writeEntry(folder, name) {
  const names = Object.keys(require(resolve(folder, "cli/shared.cjs"))[`:${name}`]);
  writeFileSync(
    `${folder}/${name}.js`,
    `import { createRequire } from "node:module";
const shared = createRequire(import.meta.url)("./cli/shared.cjs");
export const { ${names.join(", ")} } = shared[":${name}"];
`,
  );
}

async function buildBundle(bundle, lines, { outdir, ...options }) {
  const outfile = `${outdir}/cli/${bundle}.cjs`;
  await build({
    ...options,
    stdin: { contents: lines.join("\n"), resolveDir: "src/cli" },
    outfile,
  });
  writeFileSync(outfile, escapeToAscii(readFileSync(outfile, "utf8")));
}

/** One character outside of ASCII (esbuild leaves those in patterns) would double what V8 holds of the text, and reads. */
const escapeToAscii = (text) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
