import { spawnSync } from "node:child_process";
import type { Reply } from "./fake-model/reply.js";
import { claim } from "./replies.js";

/** A small project as somebody has it who has never run untildone, and what they type. */
export interface NewcomerProject {
  readonly kind: string;
  readonly files: Readonly<Record<string, string>>;
  readonly hasGit?: false;
  /** A program without which it cannot be tried. */
  readonly needs?: readonly string[];
  /** At most three. */
  readonly commands: readonly (readonly string[])[];
  /** What the model does for the one task. */
  readonly writes: readonly [path: string, content: string];
  readonly verifies: string;
}

const typed = "Add double() in src/double.js";
const double = ["src/double.js", "export const double = (n) => 2 * n;\n"] as const;
const nodeTest =
  'import assert from "node:assert/strict";\nimport test from "node:test";\ntest("double works", async () => {\n  const { double } = await import("../src/double.js");\n  assert.equal(double(4), 8);\n});\n';
const node = {
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  "test/double.test.js": nodeTest,
};
const member = (name: string): string =>
  `{ "name": "${name}", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test" } }\n`;
const run = ["run"] as const;
const verify = `node -e "import('./src/double.js').then((m) => process.exit(m.double(4) === 8 ? 0 : 1))"`;

export const newcomerProjects: readonly NewcomerProject[] = [
  { kind: "Node", files: node, commands: [["run", typed]], writes: double, verifies: "T1" },
  { kind: "no git", files: node, hasGit: false, commands: [["run", typed]], writes: double, verifies: "T1" },
  {
    kind: "a PLAN.md with prose",
    files: {
      ...node,
      "PLAN.md": `# Plan\n\nThe shop counts things. First it has to double them.\n\n- [ ] ${typed}\n`,
    },
    ...{ commands: [run], writes: double, verifies: "1" },
  },
  {
    kind: "Python",
    files: {
      "pyproject.toml":
        '[project]\nname = "shop"\nversion = "0.1.0"\n\n[tool.pytest.ini_options]\npythonpath = ["."]\n',
      "tests/test_double.py": "def test_double():\n    from shop import double\n    assert double(4) == 8\n",
    },
    needs: ["python3", "-m", "pytest", "--version"],
    commands: [["run", "Add double() in shop.py"]],
    writes: ["shop.py", "def double(n):\n    return 2 * n\n"],
    verifies: "T1",
  },
  {
    kind: "Go",
    files: {
      "go.mod": "module example.com/shop\n\ngo 1.21\n",
      "double_test.go":
        'package shop\n\nimport "testing"\n\nfunc TestDouble(t *testing.T) {\n\tif Double(4) != 8 {\n\t\tt.Fatal("not 8")\n\t}\n}\n',
    },
    needs: ["go", "version"],
    commands: [["run", "Add Double() in double.go"]],
    writes: ["double.go", "package shop\n\nfunc Double(n int) int { return 2 * n }\n"],
    verifies: "T1",
  },
  {
    kind: "a monorepo",
    files: {
      "package.json": '{ "name": "shop", "private": true, "workspaces": ["packages/*"] }\n',
      "package-lock.json": '{ "name": "shop", "lockfileVersion": 3, "requires": true, "packages": {} }\n',
      "packages/count/package.json": member("count"),
      "packages/count/test/double.test.js": nodeTest,
      "packages/print/package.json": member("print"),
      "packages/print/test/print.test.js":
        'import assert from "node:assert";\nimport test from "node:test";\ntest("prints", () => assert.equal(1 + 1, 2));\n',
    },
    commands: [["run", "Add double() in packages/count/src/double.js"]],
    writes: ["packages/count/src/double.js", double[1]],
    verifies: "T1",
  },
  {
    kind: "no tests",
    files: { "package.json": '{ "name": "shop", "type": "module" }\n', "src/index.js": "export const one = 1;\n" },
    ...{ commands: [["run", `${typed} -- verify: ${verify}`]], writes: double, verifies: "T1" },
  },
  {
    kind: "docs",
    files: { "README.md": "# Shop\n\nCounts things.\n" },
    commands: [["run", "Say in docs/install.md how to install it -- verify: grep -q 'npm ci' docs/install.md"]],
    writes: ["docs/install.md", "# Install\n\nRun `npm ci`.\n"],
    verifies: "T1",
  },
  {
    kind: "spec-kit",
    files: { ...node, "specs/001-double/tasks.md": `# Tasks: double\n\n## Phase 1\n\n- [ ] T001 ${typed}\n` },
    ...{ commands: [run], writes: double, verifies: "T001" },
  },
  {
    kind: "prd.json",
    files: {
      ...node,
      "prd.json": JSON.stringify({
        userStories: [{ id: "US-1", title: typed, acceptanceCriteria: ["double(4) is 8"], passes: false }],
      }),
    },
    ...{ commands: [run], writes: double, verifies: "US-1" },
  },
];

/** What the agent does: it writes the file and says so. */
export const replyFor = ({ writes: [path, content] }: NewcomerProject): readonly Reply[] => [
  { write: path, content },
  claim(`Wrote ${path}.`, path),
];

export const isMissing = ({ needs }: NewcomerProject): boolean => {
  const [program, ...words] = needs ?? [];
  return program !== undefined && spawnSync(program, words).status !== 0;
};
