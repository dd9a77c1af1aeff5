// How far a reader walks: which files one `check` and one iteration of `run` enter, and how often the walk changes room. Exit status: 1 if a limit
// is passed.
// Every function of the source is instrumented, in a build of its own in a temporary folder.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { rawText } from "./raw-text.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-walk-"));

/** Each function says which file it is in when it is entered. */
function instrument(path) {
  const file = relative(join(root, "src"), path);
  const enter = () =>
    ts.factory.createExpressionStatement(
      ts.factory.createCallExpression(
        ts.factory.createPropertyAccessExpression(ts.factory.createIdentifier("globalThis"), "__enter"),
        undefined,
        [ts.factory.createStringLiteral(file)],
      ),
    );
  const transform = (context) => (source) => {
    const visit = (node) => {
      const seen = ts.visitEachChild(node, visit, context);
      if (!ts.isFunctionLike(seen) || !seen.body) return seen;
      const body = ts.isBlock(seen.body)
        ? ts.factory.createBlock([enter(), ...seen.body.statements], true)
        : ts.factory.createBlock([enter(), ts.factory.createReturnStatement(seen.body)], true);
      if (ts.isArrowFunction(seen))
        return ts.factory.updateArrowFunction(
          ...[seen, seen.modifiers, seen.typeParameters, seen.parameters, seen.type, seen.equalsGreaterThanToken, body],
        );
      if (ts.isFunctionDeclaration(seen))
        return ts.factory.updateFunctionDeclaration(
          ...[
            seen,
            seen.modifiers,
            seen.asteriskToken,
            seen.name,
            seen.typeParameters,
            seen.parameters,
            seen.type,
            body,
          ],
        );
      if (ts.isMethodDeclaration(seen))
        return ts.factory.updateMethodDeclaration(
          ...[seen, seen.modifiers, seen.asteriskToken, seen.name, seen.questionToken, seen.typeParameters],
          ...[seen.parameters, seen.type, body],
        );
      return seen;
    };
    return ts.visitNode(source, visit);
  };
  const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    transformers: { before: [transform] },
  });
  return outputText;
}

const plugin = {
  name: "walk",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({ contents: instrument(path), loader: "js" }));
  },
};

const entry = join(place, "entry.mjs");
const source = (path) => JSON.stringify(join(root, "src", path));
writeFileSync(
  entry,
  `import { writeFileSync } from "node:fs";
   const walk = [];
   globalThis.__enter = (file) => walk.push(file);
   const [command, ...words] = process.argv.slice(2);
   const { readArguments } = await import(${source("cli/read-arguments.ts")});
   const found = command === "run" ? (await import(${source("cli/commands/run.ts")})).run : (await import(${source("cli/commands/check.ts")})).check;
   walk.length = 0;
   const io = { cwd: process.cwd(), env: process.env, home: process.env.HOME, isTerminal: false, isWatched: false, colour: false, width: 80,
     out() {}, err() {}, ask: null, stdin: process.stdin };
   await found.run(readArguments(found, words), io);
   writeFileSync(process.env.WALK, JSON.stringify(walk));`,
);
await build({
  entryPoints: [entry],
  outfile: join(place, "walk.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
  external: ["yaml"],
  plugins: [rawText, plugin],
  logLevel: "error",
});

function project(name) {
  const path = join(place, name);
  const files = {
    ".ralph/last-response.md": "I changed one file.\n\nEXIT_SIGNAL: false\n",
    ".ralph/fix_plan.md": "- [ ] T1: one\n",
    "agent.sh": "cat > /dev/null; echo 1 > work.txt; echo 'The task is complete.'\n",
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }
  return path;
}

function measure(name, words) {
  const cwd = project(name);
  const file = join(place, `${name}.json`);
  const { status, stderr } = spawnSync(process.execPath, [join(place, "walk.mjs"), ...words], {
    cwd,
    encoding: "utf8",
    env: { ...process.env, HOME: place, XDG_STATE_HOME: join(place, "state"), WALK: file },
  });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Where the walk changes folder most often. */
function showPairs(walk, folder) {
  const pairs = new Map();
  for (let at = 1; at < walk.length; at++) {
    const pair = `${walk[at - 1]} > ${walk[at]}`;
    if (folder(walk[at]) !== folder(walk[at - 1])) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  for (const [pair, times] of [...pairs].sort((a, b) => b[1] - a[1]).slice(0, 25)) console.log(`${times} ${pair}`);
}

/** What was reached, and may not get worse. */
const limits = { check: 113, run: 560 };

function describe(name, walk, limit) {
  const folder = (file) => file.split("/")[0];
  const changes = walk.filter((file, at) => at > 0 && folder(file) !== folder(walk[at - 1])).length;
  // A loop that goes to and fro between two files is one way for a reader: each is counted once.
  const ways = new Set(
    walk.flatMap((file, at) => (at > 0 && folder(file) !== folder(walk[at - 1]) ? [`${walk[at - 1]} > ${file}`] : [])),
  );
  if (process.argv.includes("--pairs")) showPairs(walk, folder);
  console.log(
    `${name}: ${new Set(walk).size} files entered, ${ways.size} different changes of room (${changes} in all; limit ${limit})`,
  );
  if (ways.size > limit) process.exitCode = 1;
}

try {
  describe("check", measure("check", ["check"]), limits.check);
  const run = ["run", "--command", "sh agent.sh", "--tasks", ".ralph/fix_plan.md", "--no-detect", "--max-iterations"];
  const one = measure("one", [...run, "1"]);
  describe("a run of one iteration", one, limits.run);
} finally {
  rmSync(place, { recursive: true, force: true });
}
