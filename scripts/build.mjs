// Bundles the entry of the CLI, its commands and the library, and writes the types of the library.
// All is CommonJS, and commands have a code cache: they start sooner than through the loader of ES modules
// (docs/decisions/0003).
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { build } from "esbuild";
import { buildCommands, writeEntry } from "./build-commands.mjs";
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
  external: ["yaml", "@agentclientprotocol/sdk", "bullmq", "ioredis"], // Loaded only by those who need them.
  define: {
    __VERSION__: JSON.stringify(version),
    "import.meta.url": "__filename", // What packages loaded on demand are looked up from.
  },
  minify: true,
  lineLimit: 4000,
  format: "cjs",
  supported: { "dynamic-import": false }, // Compiled by hand (load-command), where `import()` is not to be had.
  outExtension: { ".js": ".cjs" },
};

rmSync("dist", { recursive: true, force: true });
await build({ ...options, entryPoints: ["src/cli/load-command.ts"] });
const loader = require(resolve("dist/cli/load-command.cjs"));
rmSync("dist/cli/load-command.cjs");
await Promise.all([
  build({ ...options, entryPoints: ["src/cli.ts"] }),
  buildCommands(options, loader, entries),
  buildPage("dist"),
]);
for (const name of entries) writeEntry("dist", name);
chmodSync("dist/cli.cjs", 0o755);
const tsc = require.resolve("typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { stdio: "inherit" });
pruneTypes("dist/types", entries);
