// Projects in which something complains: the type checker, a linter, the compiler, a coverage check.
import { kits, packageJson } from "./kits.mjs";

const { ts, js } = kits;

/* Types: total() adds a text to a number. */
export const priced = (last, head = "") =>
  `${head}export interface Item {\n  price: string;\n}\n\nexport const total = (items: Item[]): number => {\n  let sum: number = 0;\n${last}  return sum;\n};\n`;
export const wrongType = priced("  for (const item of items) sum += item.price;\n");
export const tsconfig = (more = {}, options = {}) =>
  `${JSON.stringify({ compilerOptions: { strict: true, noEmit: true, target: "es2022", types: [], skipLibCheck: true, ...options }, include: ["src"], ...more })}\n`;
export const typesProject = {
  files: {
    "TODO.md": "- [ ] T1: Fix the type error in src/price.ts: prices are texts, the total is a number\n",
    "package.json": packageJson({ types: "tsc -p ." }),
    "tsconfig.json": tsconfig(),
    "src/price.ts": wrongType,
    "src/names.ts": "export const names: string[] = [];\n",
  },
  links: ts.links,
  args: ["--tasks", "TODO.md", "--no-detect", "--check", "types=node_modules/.bin/tsc -p ."],
  isDone: (place) =>
    place.outputOf(
      "sh",
      "-c",
      `node_modules/.bin/esbuild src/price.ts --format=esm --outfile=../tmp/price.mjs --log-level=error; echo 'import { total } from "./price.mjs"; console.log(total([{ price: "2" }, { price: "3" }]))' > ../tmp/ask.mjs; "${process.execPath}" ../tmp/ask.mjs`,
    ) === "5\n",
};

/* Lint: a comparison that converts. */
export const compared = (operator, head = "") => `${head}export const isFree = (price) => price ${operator} 0;\n`;
export const biome = (more = {}) =>
  `${JSON.stringify({ root: true, linter: { enabled: true, rules: { recommended: true, ...more.rules } }, ...more.top })}\n`;
export const lintProject = {
  files: {
    "TODO.md": "- [ ] T1: Fix what the linter finds in src/price.js\n",
    "package.json": packageJson({ lint: "biome lint src" }),
    "biome.json": biome(),
    "src/price.js": compared("=="),
  },
  links: ts.links,
  args: ["--tasks", "TODO.md", "--no-detect", "--check", "lint=node_modules/.bin/biome lint src"],
  isDone: (place) => place.read("src/price.js").includes("price === 0"),
};

/* A linter of the house, which knows a comment of its own, as flake8 does. */
const lintPy = `import pathlib
import sys

found = [
    f"{path}:{number}: print found"
    for path in sorted(pathlib.Path("app").glob("*.py"))
    for number, line in enumerate(path.read_text().splitlines(), 1)
    if "print(" in line and "noqa" not in line
]
print("\\n".join(found))
sys.exit(1 if found else 0)
`;
export const housePython = {
  needs: ["python3"],
  files: {
    "TODO.md": "- [ ] T1: Fix what the linter finds: app/ must log, not print\n",
    "tools/lint.py": lintPy,
    "app/main.py": 'def main():\n    print("started")\n',
  },
  args: ["--tasks", "TODO.md", "--no-detect", "--check", "lint=python3 tools/lint.py"],
  isDone: (place) => !place.read("app/main.py").includes("print("),
};

/* Rust: a result that nobody looks at. */
export const saving = (head, call) =>
  `use std::fs;\n\n${head}pub fn save(text: &str) -> std::io::Result<()> {\n    ${call}\n    Ok(())\n}\n`;
export const warningsProject = {
  needs: ["cargo"],
  files: {
    "TODO.md": "- [ ] T1: Fix the warning in src/lib.rs: save() must report that it failed\n",
    "Cargo.toml": kits.rust.manifest["Cargo.toml"],
    "src/lib.rs": saving("", 'fs::write("saved.txt", text);'),
  },
  args: ["--tasks", "TODO.md", "--no-detect", "--check", "warnings=env RUSTFLAGS=-Dwarnings cargo check --offline"],
  isDone: (place) => /text\)\?;|^\s*fs::write\("saved.txt", text\)$/m.test(place.read("src/lib.rs")),
};

/* Coverage: a script that asks for nine lines in ten. */
export const long = `${js.old}\nexport const slug = (text) => {\n  const words = text.trim().toLowerCase().split(" ");\n  if (words.length > 5) {\n    words.length = 5;\n    words.push("more");\n  }\n  return words.join("-");\n};\n`;
export const coverage = `import { spawnSync } from "node:child_process";

const { stdout } = spawnSync(process.execPath, ["--test", "--experimental-test-coverage", "--test-reporter=tap"], { encoding: "utf8" });
const [, lines] = /# src\\S* *words\\.js *\\| *([\\d.]+)/.exec(stdout) ?? /words\\.js *\\| *([\\d.]+)/.exec(stdout) ?? [];
console.log(\`lines of src/words.js that the tests reach: \${lines} %\`);
process.exitCode = Number(lines) >= 90 ? 0 : 1;
`;
export const coverageProject = {
  files: {
    "TODO.md": "- [ ] T1: Cover slug() with tests, so that the coverage check holds\n",
    "package.json": packageJson({ test: "node --test", coverage: "node tools/coverage.js" }),
    "tools/coverage.js": coverage,
    "src/words.js": long,
    "test/words.test.js": js.test(js.shouts, "shouts", "shout"),
  },
  args: ["--tasks", "TODO.md", "--check", "coverage=node tools/coverage.js"],
  isDone: (place) => /equal\(slug\(/.test(place.read("test/slug.test.js")),
};
