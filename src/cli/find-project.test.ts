import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Command, ParsedArgs } from "./command.js";
import { findProject, withPathsFrom } from "./find-project.js";

/** Files and folders (with a slash at the end) below a folder of its own. */
function inFolder<T>(paths: readonly string[], look: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), "untildone-find-"));
  try {
    for (const path of paths) {
      mkdirSync(dirname(`${join(root, path)}x`), { recursive: true });
      if (!path.endsWith("/")) writeFileSync(join(root, path), "");
    }
    return look(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe("the project of a folder", () => {
  it.each([
    { what: "the repository with a list", paths: [".git/", "TODO.md", "src/lib/"], from: "src/lib", found: "" },
    {
      what: "the nearest one in it",
      paths: [".git/", ".ralph/", "app/.ralph/", "app/src/"],
      from: "app/src",
      found: "app",
    },
    {
      what: "a folder that was set up, without git",
      paths: ["app/.ralph/", "app/src/"],
      from: "app/src",
      found: "app",
    },
    { what: "no list above without git", paths: ["TODO.md", "app/src/"], from: "app/src", found: null },
    {
      what: "nothing beyond the repository",
      paths: [".ralph/", "app/.git/", "app/src/"],
      from: "app/src",
      found: null,
    },
    { what: "the folder itself", paths: [".git/", ".ralph/", "src/TODO.md"], from: "src", found: null },
    { what: "the root of a repository itself", paths: [".ralph/", "app/.git/"], from: "app", found: null },
  ])("is $what", ({ paths, from, found }) => {
    inFolder(paths, (root) => {
      expect(findProject({ cwd: join(root, from), home: "/nobody" })).toBe(found === null ? null : join(root, found));
    });
  });

  it("is never the home folder", () => {
    inFolder([".ralph/", "notes/"], (root) => {
      expect(findProject({ cwd: join(root, "notes"), home: root })).toBeNull();
    });
  });
});

describe("paths typed in a folder of the project", () => {
  const command = {
    name: "run",
    usage: "",
    about: "",
    examples: [],
    flags: { tasks: { type: "string", value: "LIST", help: "" }, model: { type: "string", value: "MODEL", help: "" } },
    run: async () => 0,
  } satisfies Command;
  const typed = (values: Readonly<Record<string, string>>): ParsedArgs => ({
    words: [],
    flag: () => false,
    text: (name) => values[name],
    texts: (name) => (values[name] === undefined ? [] : [values[name]]),
  });

  it.each([
    { name: "tasks", text: "list.md", becomes: "src/list.md" },
    { name: "tasks", text: "../TODO.md", becomes: "TODO.md" },
    { name: "tasks", text: "TODO.md", becomes: "TODO.md" },
    { name: "tasks", text: "github:acme/shop", becomes: "github:acme/shop" },
    { name: "model", text: "list.md", becomes: "list.md" },
  ])("--$name $text is $becomes", ({ name, text, becomes }) => {
    inFolder(["TODO.md", "src/list.md"], (root) => {
      const args = withPathsFrom(join(root, "src"), root, command, typed({ [name]: text }));
      expect([args.text(name), args.texts(name)]).toEqual([becomes, [becomes]]);
    });
  });
});
