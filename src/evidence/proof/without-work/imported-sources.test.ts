import { describe, expect, it } from "vitest";
import { importedBy } from "./imported-sources.js";

const files = ["src/add.js", "src/money.ts", "src/text/index.js", "app/core.py", "src/pkg/util.py", "tests/help.py"];
const project = {
  has: (name: string) => files.includes(name),
  text: () => null,
  glob: () => [],
} as unknown as Parameters<typeof importedBy>[1];

describe("the files of the project that a test imports", () => {
  it.each([
    ["test/a.test.js", 'import { add } from "../src/add.js";', ["src/add.js"]],
    ["test/a.test.js", 'const { add } = require("../src/add");', ["src/add.js"]],
    ["test/a.test.ts", 'import { Money } from "../src/money.js";', ["src/money.ts"]],
    ["test/a.test.js", 'import text from "../src/text";', ["src/text/index.js"]],
    ["test/a.test.js", 'import { test } from "node:test"; import x from "lodash";', []],
    ["test/a.test.js", 'import gone from "../src/gone.js";', []],
    ["tests/test_a.py", "from app.core import run\n", ["app/core.py"]],
    ["tests/test_a.py", "from app import core\n", ["app/core.py"]],
    ["tests/test_a.py", "import pkg.util as util\n", ["src/pkg/util.py"]],
    ["tests/test_a.py", "from .help import make\n", ["tests/help.py"]],
    ["tests/test_a.py", "import os, sys\n", []],
  ])("%s: %s", (path, now, is) => expect(importedBy({ path, now }, project)).toEqual(is));
});

describe("what a test of a compiled language sees", () => {
  const folders: Readonly<Record<string, readonly string[]>> = {
    "": ["go.mod", "words.go", "words_test.go", "store", "Cargo.toml", "src", "tests"],
    store: ["store.go", "store_test.go", "testdata"],
    src: ["lib.rs", "text", "notes.md"],
    "src/text": ["mod.rs"],
  };
  const list = (folder: string): readonly string[] => folders[folder] ?? [];
  const module = { ...project, text: (name: string) => (name === "go.mod" ? "module example.com/words\n" : null) };

  it.each([
    ["words_test.go", "package words\n", ["words.go"]],
    ["store/store_test.go", "package store\n", ["store/store.go"]],
    ["words_test.go", 'package words_test\nimport "example.com/words/store"\n', ["words.go", "store/store.go"]],
    ["words_test.go", 'package words_test\nimport "example.com/other/store"\n', ["words.go"]],
    ["tests/slug.rs", "use words::slug;\n", ["src/lib.rs", "src/text/mod.rs"]],
  ])("%s: %s", (path, now, is) => expect(importedBy({ path, now }, module, list)).toEqual(is));
});
