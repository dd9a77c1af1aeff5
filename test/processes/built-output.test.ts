import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonLines, Workplace } from "../e2e/cli.js";

/** Tests that import what the project's build wrote: it is built anew in each copy, and never written in the project. */

const packages = dirname(dirname(dirname(createRequire(import.meta.url).resolve("typescript"))));
const compilers = { tsc: join(packages, "typescript/bin/tsc"), esbuild: join(packages, "esbuild/bin/esbuild") };

interface Built {
  readonly scripts: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** How tests import the module. */
  readonly from?: string;
  /** The test that comes with `mul`. */
  readonly checks?: string;
  /** The programs that are installed; "tsc" alone is slow. */
  readonly installed?: readonly (keyof typeof compilers)[];
}

const manifest = (scripts: Built["scripts"]) =>
  `${JSON.stringify({ name: "sums", type: "module", exports: { ".": "./dist/sums.js" }, scripts }, null, 2)}\n`;
const settings = {
  compilerOptions: { outDir: "dist", rootDir: "src", module: "nodenext", target: "es2022", strict: true, types: [] },
  include: ["src"],
};
/** All is as the compiler remembers it, so that it would not write again what is gone. */
const remembered = {
  "tsconfig.json": JSON.stringify({ ...settings, compilerOptions: { ...settings.compilerOptions, incremental: true } }),
};
const add = "export function add(a: number, b: number): number {\n  return a + b;\n}\n";
const mul = "export function mul(a: number, b: number): number {\n  return a * b;\n}\n";
const head = (names: string, from: string) =>
  `import assert from "node:assert/strict";\nimport { test } from "node:test";\nimport { ${names} } from ${JSON.stringify(from)};\n`;
const honest = 'test("mul", () => assert.equal(mul(6, 7), 42));\n';
const hollow = 'test("mul", () => assert.equal(typeof mul(6, 7), "number"));\n';

/** Every file below a folder, ignored or not, by its bytes. Our own state is left out. */
function bytesOf(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const [path, stats] = [join(folder, name), lstatSync(join(folder, name))];
    if (/^\.(?:git|ralph)(?:\/|$)/.test(name)) continue;
    if (stats.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else if (stats.isFile()) found[name] = createHash("sha1").update(readFileSync(path)).digest("hex");
  }
  return found;
}

/** The agent adds `mul` with a test, builds, and claims. */
async function play({
  scripts,
  files = {},
  from = "../dist/sums.js",
  checks = honest,
  installed = ["esbuild"],
}: Built) {
  using place = new Workplace();
  place.write("package.json", manifest(scripts));
  place.write("tsconfig.json", JSON.stringify(settings));
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  place.write("src/sums.ts", add);
  place.write("test/add.test.js", `${head("add", from)}test("add", () => assert.equal(add(1, 2), 3));\n`);
  place.write("TODO.md", "- [ ] T1: write mul in src/sums.ts\n");
  place.write(".gitignore", "node_modules\ndist\n*.tsbuildinfo\n.ralph\n");
  mkdirSync(join(place.path, "node_modules/.bin"), { recursive: true });
  for (const name of installed) symlinkSync(compilers[name], join(place.path, "node_modules/.bin", name));
  const build = `${compilers.esbuild} src/sums.ts --outdir=dist --log-level=error`;
  expect(place.bash(build)).toMatchObject({ code: 0 });
  place.commitAll();
  const step = {
    write: { "src/sums.ts": `${add}${mul}`, "test/mul.test.js": `${head("mul", from)}${checks}` },
    ...{ shell: build, say: "Done.", status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true" } },
  };
  place.write(".ralph/script.json", JSON.stringify({ steps: [step] }));
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md", "--json"];
  const before = bytesOf(place.path);
  const { out, err } = await place.run([...words, "--max-iterations", "1"]);
  const after = bytesOf(place.path);
  const written = Object.keys(after).filter((name) => after[name] !== before[name] && !(name in step.write));
  const [given] = jsonLines(out).filter(({ type }) => type === "decision-made");
  if (given === undefined) throw new Error(out + err);
  const { decision } = given["record"] as { readonly decision: Decided };
  const { outcome, verified, notProven: why, feedback } = decision;
  return { outcome, verified, why, feedback: feedback.join("\n"), written };
}

interface Decided {
  readonly outcome: string | null;
  readonly verified: boolean | null;
  readonly notProven?: string;
  readonly feedback: readonly string[];
}

const test = "node --test test/*.test.js";
const build = "esbuild src/sums.ts --outdir=dist";
/** What the agent's own build wrote, and the list that is ticked where the claim passes. */
const byAgent = ["TODO.md", "dist/sums.js"];

describe("tests of what was built", () => {
  it.each<readonly [string, Built]>([
    ["by a script", { scripts: { build, test } }],
    ["by a script that is run before the tests", { scripts: { build, pretest: "npm run build", test } }],
    ["by the tests' own script", { scripts: { test: `${build} && ${test}` } }],
    ["by a script for packing", { scripts: { prepare: build, test } }],
    ["and imported by the package's own name", { scripts: { build, test }, from: "sums" }],
    [
      "by TypeScript, whatever its compiler remembers",
      { scripts: { test }, installed: ["tsc"], files: { ...remembered } },
    ],
  ])("%s: an honest test is a proof, a hollow one is none", { timeout: 240_000 }, async (_, built) => {
    const proved = await play(built);
    expect(proved).toMatchObject({ verified: true });
    expect(proved.written.sort()).toEqual(byAgent);
    const none = await play({ ...built, checks: hollow });
    expect(none.verified).not.toBe(true);
    expect(none.feedback).toMatch(/check nothing|pass without/);
    expect(none.written).toEqual(["dist/sums.js"]);
  });

  it("where no build is known, says so and neither verifies nor refuses", async () => {
    const { outcome, verified, why, written } = await play({ scripts: { test } });
    expect({ outcome, verified }).toEqual({ outcome: "completed", verified: false });
    expect(why).toMatch(/could not be measured.*dist.*no build of the project is known/);
    expect(written.sort()).toEqual(byAgent);
  });
});
