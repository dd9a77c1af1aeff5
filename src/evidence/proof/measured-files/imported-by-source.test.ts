import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { lookAtWorkspace } from "../../workspace/state.js";
import { findImportedBySource } from "./imported-by-source.js";

it("takes code in a folder of tests for source where source imports it, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "untildone-test-"));
  const files = {
    "src/judge.ts": 'import { read } from "./tests/read.js";\nexport const judge = () => read();\n',
    "src/tests/read.ts": "export const read = () => 1;\n",
    "src/tests/helper.ts": "export const helper = () => 1;\n",
    "src/tests/read.test.ts": 'import { helper } from "./helper.js";\nimport { read } from "./read.js";\n',
    "src/plain.ts": "export const plain = 1;\n",
  };
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const [root] = (await lookAtWorkspace(folder)).roots;
    if (!root) throw new Error("nothing to look at");
    expect([...(await findImportedBySource(root, Object.keys(files)))]).toEqual(["src/tests/read.ts"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
