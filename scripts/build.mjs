// Bundles the library, the entry of the CLI and every command by itself, and compiles the commands ahead.
// The CLI is CommonJS with a code cache: it starts sooner than through the loader of ES modules (docs/decisions/0003).
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { build } from "esbuild";
import { compileAhead, samplePlace } from "./compile-ahead.mjs";

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const [, table = ""] = /const commands[^{]*\{([^}]*)\}/.exec(readFileSync("src/cli/main.ts", "utf8")) ?? [];
const commands = [...table.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map(([, name]) => name);
const options = {
  outdir: "dist",
  outbase: "src",
  bundle: true,
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  external: ["yaml"], // Loaded only by those who have such a file.
  define: { __VERSION__: JSON.stringify(version) },
};
/** What only some calls of a command need is a bundle of its own, loaded when it is asked for. */
const onDemand = ["look", "lists"];
const loadOnDemand = {
  name: "load-on-demand",
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`/(?:${onDemand.join("|")})\\.js$`) }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path: path.replace(/^.*\/(.*)\.js$/, "./$1.cjs"), external: true } : undefined,
    );
  },
};

const cli = {
  ...options,
  plugins: [loadOnDemand],
  supported: { "dynamic-import": false }, // Compiled by hand (load-command), where `import()` is not to be had.
  format: "cjs",
  minify: true,
  outExtension: { ".js": ".cjs" },
  define: { ...options.define, "import.meta.url": "__filename" }, // What packages loaded on demand are looked up from.
};

rmSync("dist", { recursive: true, force: true });
await Promise.all([
  build({ ...cli, entryPoints: ["src/cli.ts", ...[...commands, ...onDemand].map((name) => `src/cli/${name}.ts`)] }),
  // What the three entries share is in one file.
  build({
    ...options,
    format: "esm",
    splitting: true,
    chunkNames: "shared/[hash]",
    entryPoints: ["src/index.ts", "src/judge.ts", "src/run.ts"],
  }),
]);
chmodSync("dist/cli.cjs", 0o755);
await build({ ...cli, entryPoints: ["src/cli/load-command.ts"] });
const { compileCommand } = require(resolve("dist/cli/load-command.cjs"));
rmSync("dist/cli/load-command.cjs");
const place = samplePlace();
for (const name of commands) await compileAhead(resolve("dist/cli"), name, { compileCommand, cwd: place.path });
place.remove();
const tsc = require.resolve("typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { stdio: "inherit" });
