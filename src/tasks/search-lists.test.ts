import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { searchLists } from "./search-lists.js";
import { systemWorld } from "./system-world.js";

async function search(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "untildone-search-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return await searchLists(systemWorld(folder, {}), { optionalSections: [] });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const two = "# Plan\n\nSome words.\n\n- [ ] one\n- [x] zero\n- [ ] two\n";

describe("the task lists of other tools and people", () => {
  const taskMaster = JSON.stringify({ master: { tasks: [{ id: 1, title: "A", status: "pending" }] } });
  it.each([
    { path: "PLAN.md", text: two, left: 2 },
    { path: "plan.md", text: two, left: 2 },
    { path: "TASKS.md", text: two, left: 2 },
    { path: "docs/TODO.md", text: two, left: 2 },
    { path: "specs/001-login/tasks.md", text: "# Tasks\n\n- [ ] T001 [P] Make it\n- [X] T002 Done\n", left: 1 },
    { path: "openspec/changes/add-login/tasks.md", text: "## 1. Server\n- [ ] 1.1 Route\n- [ ] 1.2 Form\n", left: 2 },
    { path: ".taskmaster/tasks/tasks.json", text: taskMaster, left: 1 },
  ])("finds $path", async ({ path, text, left }) => {
    expect(await search({ [path]: text })).toEqual({ lists: [{ path, left }], nearly: [] });
  });

  it("leaves out a change that is archived and a list that is done", async () => {
    const found = await search({
      "openspec/changes/archive/tasks.md": two,
      "specs/1/tasks.md": "- [x] done\n",
      "PLAN.md": two,
    });
    expect(found.lists.map(({ path }) => path)).toEqual(["PLAN.md"]);
  });

  it("names every list that looks right", async () => {
    const found = await search({ "specs/1/tasks.md": two, "specs/2/tasks.md": two });
    expect(found.lists.map(({ path }) => path)).toEqual(["specs/1/tasks.md", "specs/2/tasks.md"]);
  });
});

describe("what is nearly a task list", () => {
  it.each([
    {
      what: "boxes under another name",
      files: { "NOTES.md": two },
      says: "NOTES.md has 2 open boxes: --tasks NOTES.md",
    },
    {
      what: "items without boxes",
      files: { "TODO.md": "# To do\n\n- one\n- two\n" },
      says: "TODO.md has 2 items and no box (- [ ]): --tasks TODO.md takes each item as a task",
    },
    {
      what: "prose",
      files: { "TODO.md": "Think about it.\n" },
      says: 'TODO.md has no task in it: write lines such as "- [ ] T1: what to do"',
    },
    { what: "a list that is done", files: { "PLAN.md": "- [x] one\n" }, says: "PLAN.md is done: 1 of 1 task" },
  ])("says so of $what", async ({ files, says }) => {
    expect(await search(files)).toEqual({ lists: [], nearly: [says] });
  });

  it("does not take the boxes of a README for tasks", async () => {
    expect(await search({ "README.md": two, "CONTRIBUTING.md": two, "AGENTS.md": two })).toEqual({
      lists: [],
      nearly: [],
    });
  });
});
