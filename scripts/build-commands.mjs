// Bundles the commands of the CLI for its loader (src/cli/load-command.ts).
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const [, table = ""] = /const commands[^{]*\{([^}]*)\}/.exec(readFileSync("src/cli/main.ts", "utf8")) ?? [];
const commands = [...table.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name);

/** What only some calls of a small bundle need is loaded on demand. */
const onDemand = ["look", "lists"];
/** Most of it is in the shared bundle anyway: loaded from there, it is packed once. */
const onDemandOfOthers = "look";
const loadOnDemand = {
  name: "load-on-demand",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`/(?:${onDemand.join("|")})\\.js$`) }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: path.replace(/^.*\/(.*)\.js$/, "./$1.cjs"), external: true } : undefined,
    );
  },
};

/** `bundleOf` is the loader's own: it names the bundle of a command. */
export async function buildCommands(options, bundleOf) {
  const small = { ...options, plugins: [loadOnDemand] };
  await Promise.all([
    build({ ...small, entryPoints: ["src/cli/lists.ts"] }),
    ...[...new Set(commands.map(bundleOf))].map((bundle) => {
      const names = commands.filter((name) => bundleOf(name) === bundle);
      return bundle === "others"
        ? buildBundle(bundle, [...names.map(loadLazily), exportModule], options)
        : buildBundle(bundle, names.map(loadAtOnce), small);
    }),
  ]);
}

const loadAtOnce = (name) => `export { ${name} } from "./${name}.ts";`;

/** A command of many runs its own modules, not those of the others. */
const loadLazily = (name) =>
  `Object.defineProperty(exports, "${name}", { get: () => require("./${name}.ts")["${name}"] });`;

const exportModule = `Object.defineProperty(exports, ":${onDemandOfOthers}", { get: () => require("./${onDemandOfOthers}.ts") });`;

/** A module of the shared bundle, which is wrapped for the loader, as a file that can be required. */
export function writeModuleOfOthers(folder) {
  const load = `const path = require("path").join(__dirname, "others.cjs");
const script = new (require("vm").Script)(require("fs").readFileSync(path, "utf8"), { filename: path });
const others = { exports: {} };
script.runInThisContext()(others.exports, require, others, path, __dirname);
module.exports = others.exports[":${onDemandOfOthers}"];
`;
  writeFileSync(`${folder}/cli/${onDemandOfOthers}.cjs`, load);
}

async function buildBundle(bundle, lines, { outdir, ...options }) {
  const outfile = `${outdir}/cli/${bundle}.cjs`;
  await build({
    ...options,
    stdin: { contents: lines.join("\n"), resolveDir: "src/cli" },
    outfile,
    // As Node wraps a CommonJS file.
    banner: { js: "(function (exports, require, module, __filename, __dirname) {" },
    footer: { js: "})" },
  });
  writeFileSync(outfile, escapeToAscii(readFileSync(outfile, "utf8")));
}

/** One character outside of ASCII (esbuild leaves those in patterns) would double what V8 holds of the text, and reads. */
const escapeToAscii = (text) =>
  text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
