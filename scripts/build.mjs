// Bundles the library and, apart from each other, the entry of the CLI and every command: a command loads two files.
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const commands = [...readFileSync("src/cli.ts", "utf8").matchAll(/import\("(\.\/cli\/[\w-]+)\.js"\)/g)].map(
  ([, path]) => path,
);
const options = {
  outdir: "dist",
  outbase: "src",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  legalComments: "none",
  define: { __VERSION__: JSON.stringify(version) },
};

rmSync("dist", { recursive: true, force: true });
await Promise.all([
  build({ ...options, minify: true, entryPoints: ["src/cli.ts"], external: commands.map((path) => `${path}.js`) }),
  build({ ...options, minify: true, entryPoints: commands.map((path) => `src/${path}.ts`) }),
  build({ ...options, entryPoints: ["src/index.ts"] }),
]);
chmodSync("dist/cli.js", 0o755);
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { stdio: "inherit" });
