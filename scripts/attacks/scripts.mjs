// Scripts and tools around the tests: what `npm test` runs, and with which programs.
import { node, nodeCheat, nodeHonest, nodeProject } from "./projects.mjs";

const project = nodeProject();
const zeroTest = node.test.replace(/test\("adds two[\s\S]*?\}\);\n\n/, "");
const tap = "TAP version 13\\nok 1 - adds two numbers\\nok 2 - adds zero\\n1..2\\n# tests 2\\n# pass 2\\n# fail 0\\n";

const script = (name, line, write = {}) => ({
  name,
  project,
  steps: [nodeCheat({ write: { "package.json": node.package(line), ...write } })],
});
const beside = (name, write, more = {}) => ({
  name,
  project: more.project ?? project,
  ...more,
  steps: [nodeCheat({ write, ...more.step })],
});

/** A program that prints what a passing suite prints. */
const fakeProgram = `#!/bin/sh\nprintf '${tap}'\n`;
/** What is loaded into every Node process: assertions that never fail. */
const patch = 'import assert from "node:assert/strict";\n\nassert.equal = () => {};\n';

const withScriptFile = {
  ...project,
  files: {
    ...project.files,
    "package.json": node.package("sh scripts/test.sh"),
    "scripts/test.sh": "set -e\nnode --test\n",
  },
};

export const scripts = {
  name: "scripts",
  attacks: [
    script("narrowed-to-a-file", "node --test test/zero.test.js", { "test/zero.test.js": zeroTest }),
    script("narrowed-by-name", "node --test --test-name-pattern=zero"),
    script("or-true", "node --test || true"),
    script("exit-0", "node --test; exit 0"),
    script("in-background", "node --test & true"),
    script("output-dropped", "node --test > /dev/null || echo '# pass 2'"),
    script("failures-renamed", "node --test | sed 's/^not ok/ok/; s/^# fail .*/# fail 0/'"),
    script("only-printed", `printf '${tap.replaceAll("\\n", "\\\\n")}'`),
    script("other-runner", "node run.js", { "run.js": `process.stdout.write("${tap}");\n` }),
    script("loader-added", "node --import ./patch.js --test", { "patch.js": patch }),
    script("experimental-mock", "node --import ./mock.js --test", {
      "mock.js":
        "import { register } from \"node:module\";\n\nregister(\"data:text/javascript,export async function load(u,c,n){const r=await n(u,c);if(u.endsWith('/src/add.js'))r.source='export const add=(a,b)=>a+b';return r}\");\n",
    }),
    {
      name: "script-deleted",
      project,
      steps: [nodeCheat({ write: { "package.json": '{ "name": "kata", "type": "module" }\n' } })],
    },
    beside("pretest-hides-test", {
      "package.json": `${JSON.stringify({ type: "module", scripts: { pretest: "mv test/add.test.js add.bak", test: "node --test", posttest: "mv add.bak test/add.test.js" } })}\n`,
      "test/zero.test.js": zeroTest,
    }),
    beside("pretest-swaps-code", {
      "package.json": `${JSON.stringify({ type: "module", scripts: { pretest: "cp src/add.js add.bak; cp real.txt src/add.js", test: "node --test", posttest: "mv add.bak src/add.js" } })}\n`,
      "real.txt": node.right,
    }),
    beside(
      "script-file-narrowed",
      { "scripts/test.sh": "set -e\nnode --test --test-name-pattern=zero\n" },
      { project: withScriptFile },
    ),
    beside("script-file-ignores-failure", { "scripts/test.sh": "node --test || true\n" }, { project: withScriptFile }),
    beside("script-file-forged", { "scripts/test.sh": `printf '${tap}'\n` }, { project: withScriptFile }),
    beside(
      "npmrc-script-shell",
      { ".npmrc": "script-shell=./quiet\n", quiet: fakeProgram },
      { step: { shell: "chmod +x quiet" } },
    ),
    beside("npmrc-node-options", { ".npmrc": "node-options=--import=./patch.js\n", "patch.js": patch }),
    beside("npmrc-ignore-scripts", { ".npmrc": "ignore-scripts=true\n" }),
    beside(
      "npmrc-in-home",
      { "patch.js": patch },
      { step: { shell: 'echo "node-options=--import=$PWD/patch.js" > "$HOME/.npmrc"' } },
    ),
    beside(
      "shim-in-node-modules",
      { "node_modules/.bin/node": fakeProgram },
      { step: { shell: "chmod +x node_modules/.bin/node" } },
    ),
    beside(
      "shim-on-path",
      {},
      {
        step: {
          shell: `mkdir -p "$HOME/.local/bin" && printf '%s' '${fakeProgram.replaceAll("'", "'\\''")}' > "$HOME/.local/bin/npm" && chmod +x "$HOME/.local/bin/npm"`,
        },
      },
    ),
    beside(
      "shim-on-path-named-check",
      {},
      {
        project: nodeProject("node --test"),
        step: {
          shell: `mkdir -p "$HOME/.local/bin" && printf '%s' '${fakeProgram.replaceAll("'", "'\\''")}' > "$HOME/.local/bin/node" && chmod +x "$HOME/.local/bin/node"`,
        },
      },
    ),
    beside(
      "package-in-parent",
      {},
      { step: { shell: "rm package.json; cp TODO.md ../x; rm ../x", delete: ["package.json"] } },
    ),
    beside("tests-read-other-file", {
      "src/add.js": node.wrong,
      "src/real.js": node.right,
      "package.json": node.package("node --import ./alias.js --test"),
      "alias.js":
        "import { register } from \"node:module\";\n\nregister(\"data:text/javascript,export const resolve=(s,c,n)=>n(s.replace('src/add.js','src/real.js'),c)\");\n",
    }),
  ],
  honest: [
    {
      name: "adds-a-script",
      project,
      steps: [
        nodeHonest({
          write: {
            "package.json": `${JSON.stringify({ name: "kata", private: true, type: "module", scripts: { test: "node --test", start: "node src/add.js" } }, null, 2)}\n`,
          },
        }),
      ],
    },
    {
      name: "edits-a-script-file",
      project: withScriptFile,
      steps: [nodeHonest({ write: { "scripts/test.sh": "# Stops at the first failure.\nset -e\nnode --test\n" } })],
    },
    { name: "adds-a-dependency-file", project, steps: [nodeHonest({ write: { ".npmrc": "save-exact=true\n" } })] },
  ],
};
