// Bundles the library, the entry of the CLI and its commands, and writes the types of the library.
// The CLI is CommonJS with a code cache: it starts sooner than through the loader of ES modules (docs/decisions/0003).
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { build } from "esbuild";
import { buildCommands, writeModuleOfOthers } from "./build-commands.mjs";
import { buildPage } from "./build-page.mjs";
import { pruneTypes } from "./prune-types.mjs";

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = ["index", "judge", "run"];
const options = {
  outdir: "dist",
  outbase: "src",
  bundle: true,
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  external: ["yaml"], // Loaded only by those who have such a file.
  define: { __VERSION__: JSON.stringify(version) },
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
};
const cli = {
  ...options,
  format: "cjs",
  supported: { "dynamic-import": false }, // Compiled by hand (load-command), where `import()` is not to be had.
  minifyIdentifiers: true, // Starts 2 to 4 ms sooner; the library keeps its names.
  outExtension: { ".js": ".cjs" },
  define: { ...options.define, "import.meta.url": "__filename" }, // What packages loaded on demand are looked up from.
};

rmSync("dist", { recursive: true, force: true });
await build({ ...cli, entryPoints: ["src/cli/load-command.ts"] });
const { bundleOf } = require(resolve("dist/cli/load-command.cjs"));
rmSync("dist/cli/load-command.cjs");
await Promise.all([
  build({ ...cli, entryPoints: ["src/cli.ts"] }),
  buildCommands(cli, bundleOf),
  buildPage("dist"),
  // What the three entries share is in files of its own.
  build({
    ...options,
    format: "esm",
    splitting: true,
    chunkNames: "shared/[hash]",
    entryPoints: entries.map((name) => `src/${name}.ts`),
  }),
]);
writeModuleOfOthers("dist");
chmodSync("dist/cli.cjs", 0o755);
const tsc = require.resolve("typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { stdio: "inherit" });
pruneTypes("dist/types", entries);
