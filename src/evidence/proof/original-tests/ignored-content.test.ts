import { describe, expect, it } from "vitest";
import { commandPlan } from "../../../../test/evidence/command-plan.js";
import { Place } from "../../../../test/evidence/place.js";
import { buildFor } from "../without-work/find-build.js";
import { buildsIn, scriptLines } from "../without-work/script-lines.js";
import { IgnoredContent } from "./ignored-content.js";
import { sortIgnored } from "./sort-ignored.js";
import { findUse, isNamedInWords } from "./use-of-outputs.js";

type Files = Readonly<Record<string, string>>;

describe("what becomes of ignored content", () => {
  it.each<readonly [path: string, files: Files, becomes: string]>([
    ["node_modules", {}, "packages"],
    ["packages/a/node_modules", {}, "packages"],
    [".venv", { ".venv/pyvenv.cfg": "" }, "link"],
    ["env", { "env/pyvenv.cfg": "" }, "link"],
    ["env", { "env/settings.txt": "" }, "copy"],
    [".env", { ".env": "A=1\n" }, "copy"],
    ["vendor", { "vendor/a.go": "" }, "link"],
    ["__pycache__", {}, "cache"],
    [".pytest_cache", {}, "cache"],
    ["coverage", {}, "cache"],
    ["tsconfig.tsbuildinfo", {}, "cache"],
    [".eslintcache", {}, "cache"],
    ["dist", {}, "output"],
    ["packages/a/dist", {}, "output"],
    ["target", { "Cargo.toml": "" }, "compiled"],
    ["target", { "pom.xml": "" }, "output"],
    ["target", { "target/notes.txt": "" }, "copy"],
    ["build", { "build/data.txt": "" }, "copy"],
    ["build", { "build.gradle": "" }, "output"],
    ["build", { "binding.gyp": "" }, "copy"],
    ["build", { "tsconfig.json": '{ "compilerOptions": { "outDir": "./build" } }' }, "output"],
    ["lib", {}, "copy"],
    ["lib", { "package.json": '{ "main": "./lib/index.js" }' }, "output"],
    ["lib", { "package.json": '{ "exports": { ".": { "import": "./lib/index.mjs" } } }' }, "output"],
    ["lib", { "package.json": '{ "scripts": { "build": "babel src -d lib" } }' }, "output"],
    ["lib", { "package.json": '{ "scripts": { "lint": "eslint lib" } }' }, "copy"],
    ["out", { "vite.config.ts": 'export default { build: { outDir: "out" } };' }, "output"],
    ["out", { "vite.config.ts": 'export default { test: { exclude: ["out"] } };' }, "copy"],
    ["src/sum.js", { "src/sum.ts": "" }, "output"],
    ["src/sum.d.ts", { "src/sum.ts": "" }, "output"],
    ["src/sum.js.map", { "src/sum.tsx": "" }, "output"],
    ["src/local.js", { "src/sum.ts": "" }, "copy"],
    ["data", { "data/cities.json": "[]" }, "copy"],
    ["app.egg-info", { "app.egg-info/PKG-INFO": "" }, "copy"],
  ])("%s beside %o: %s", (path, files, becomes) => {
    const place = new Place().writeAll(files);
    expect(new IgnoredContent(place.path, new Set(Object.keys(files))).treat(path)).toBe(becomes);
  });

  it("is linked only where it is too much to be copied", () => {
    const place = new Place();
    place.write("data/small.bin", "a");
    for (let at = 0; at <= 10_000; at++) place.write(`cities/${at}`, "");
    const { copies, links } = sortIgnored(place.path, { files: new Set(), ignored: ["data", "cities"] });
    expect({ copies, links }).toEqual({ copies: ["data"], links: ["cities"] });
  });
});

describe("whether tests use what was built", () => {
  const own = '{ "name": "sums", "main": "dist/index.js" }';
  it.each<readonly [outputs: string[], text: string, isUsed: boolean]>([
    [["dist"], 'import { add } from "../dist/sums.js";', true],
    [["dist"], 'const { add } = require("../dist");', true],
    [["dist"], 'spawn("node", ["dist/cli.js"]);', true],
    [["dist"], 'const bin = join(root, "dist", "cli.js");', true],
    [["dist"], 'import { add } from "sums";', true],
    [["dist"], 'import { more } from "sums/more";', true],
    [["dist"], 'import { add } from "../src/sums.js";', false],
    [["dist"], 'import { distance } from "../src/distance.js";', false],
    [["build"], 'run("npm", ["run", "build"]);', false],
    [["build"], 'run("node", ["build/cli.js"]);', true],
    [["out"], 'import { add } from "sums";', false],
    [[], 'import { add } from "../dist/sums.js";', false],
  ])("%o in %s: %s", (outputs, text, isUsed) => {
    const place = new Place().writeAll({ "test/sums.test.js": text, "package.json": own, "src/a.js": '"../dist/a"' });
    const files = ["package.json", "src/a.js", "test/sums.test.js"];
    expect(findUse({ outputs, root: place.path, files })).toBe(isUsed ? "test/sums.test.js" : null);
  });

  it.each<readonly [words: string, isNamed: boolean]>([
    ["node --test dist/test/", true],
    ["mocha dist/**/*.test.js", true],
    ["vitest run --exclude dist/**", false],
    ["vitest run --exclude=dist", false],
    ["node --test test/", false],
  ])("%s: %s", (words, isNamed) => {
    expect(isNamedInWords("dist", [words.split(" ")])).toBe(isNamed);
  });
});

describe("what a script comes to", () => {
  it.each<readonly [scripts: Files, isBuild: boolean]>([
    [{ test: "node --test" }, false],
    [{ test: "tsc && node --test" }, true],
    [{ test: "tsc --noEmit && vitest run" }, false],
    [{ test: "npm run build && node --test", build: "rollup -c" }, true],
    [{ test: "run-s build:* unit", "build:js": "esbuild src/a.ts", unit: "node --test" }, true],
    [{ pretest: "npx tsc -p .", test: "node --test" }, true],
    [{ pretest: "npm run lint", lint: "eslint build", test: "node --test build/test" }, false],
    [{ test: "vite build && playwright test" }, true],
    [{ test: "vitest run" }, false],
    [{ test: "node scripts/build.mjs && node --test" }, true],
    [{ test: "NODE_ENV=test cross-env A=1 webpack && mocha" }, true],
    [{ test: "npm run test" }, false],
  ])("%o builds: %s", (scripts, isBuild) => {
    expect(buildsIn(scriptLines(["npm", "test"], scripts))).toBe(isBuild);
  });
});

describe("the build of a project", () => {
  const suite = commandPlan("tests", ["npm", "test"]);
  const scripts = (all: Files): Files => ({
    "package.json": JSON.stringify({ scripts: { test: "node --test", ...all } }),
  });
  it.each<readonly [files: Files, words: string | null]>([
    [scripts({ build: "tsc" }), "npm run build"],
    [{ ...scripts({ build: "tsc" }), "pnpm-lock.yaml": "" }, "pnpm run build"],
    [scripts({ build: "tsc --noEmit", prepare: "rollup -c" }), "npm run prepare"],
    [scripts({ typecheck: "tsc --noEmit" }), null],
    [scripts({ prepare: "husky" }), null],
    [{ ...scripts({}), "tsconfig.json": '{ "compilerOptions": { "outDir": "dist" } }' }, null],
    [
      { ...scripts({}), "tsconfig.json": '{ "compilerOptions": { "outDir": "dist" } }', "node_modules/.bin/tsc": "" },
      "node_modules/.bin/tsc",
    ],
    [
      { ...scripts({}), "tsconfig.json": '{ "compilerOptions": { "noEmit": true } }', "node_modules/.bin/tsc": "" },
      null,
    ],
    [
      { ...scripts({}), "tsconfig.json": '{ "references": [{ "path": "a" }] }', "node_modules/.bin/tsc": "" },
      "node_modules/.bin/tsc --build",
    ],
  ])("of %o: %s", (files, words) => {
    const place = new Place().writeAll(files);
    expect(buildFor(suite, { cwd: place.path, plans: [] }).find()?.words.join(" ") ?? null).toBe(words);
  });

  it("is the one that is named", () => {
    const named = { ...commandPlan("build", ["./mk", "all"]), found: false };
    const place = new Place().writeAll(scripts({ build: "tsc" }));
    expect(buildFor(suite, { cwd: place.path, plans: [suite, named] }).find()).toEqual(named);
  });
});
