import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takeLock } from "../../src/lib/files/lock.js";
import { changeFile } from "../../src/lib/files/replace-file.js";
import { applyEdits, applyToBytes, type Encoding } from "../../src/tasks/edits.js";
import { markdownList } from "../../src/tasks/markdown/list.js";
import { readMarkdown } from "../../src/tasks/markdown/read-markdown.js";
import type { MarkStatus } from "../../src/tasks/tracker.js";
import { Place } from "./place.js";

const cli = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));

const encoders: Readonly<Record<Encoding, (text: string) => Buffer>> = {
  "utf-8": (text) => Buffer.from(text, "utf8"),
  "utf-16le": (text) => Buffer.from(text, "utf16le"),
  "utf-16be": (text) => Buffer.from(text, "utf16le").swap16(),
};

const title = fc.constantFrom("write it", "日本語 ✨ 🎉", "trailing blanks   ", "see [x] and [a](b)", "tab\there");
const taskLine = fc
  .tuple(fc.constantFrom("- ", "* ", "1. ", "  - "), fc.constantFrom(" ", "x", "X", "~", "/", "-", "!"), title)
  .map(([marker, mark, words]) => `${marker}[${mark}] ${words}`);
const otherLine = fc.constantFrom("", "# Heading", "words – und Wörter", "```", "<!-- [ ] -->", "| a | b |", "- plain");
const text = fc
  .tuple(
    fc.array(fc.oneof(taskLine, otherLine), { minLength: 1, maxLength: 12 }),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.boolean(),
  )
  .map(([lines, end, last]) => lines.join(end) + (last ? end : ""));
const status = fc.constantFrom<MarkStatus>("todo", "doing", "done", "blocked");

describe("a mark in Markdown", () => {
  it("is the only thing that changes, byte for byte, in any encoding and with any line ends", async () => {
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(
        text,
        status,
        fc.nat(),
        fc.constantFrom<Encoding>("utf-8", "utf-16le", "utf-16be"),
        fc.boolean(),
        async (markdown, to, pick, encoding, marked) => {
          const { tasks, places } = readMarkdown(markdown, { optionalSections: [] });
          fc.pre(tasks.length > 0);
          const at = pick % tasks.length;
          fc.pre(tasks[at]?.status !== to && places[at]?.form === "box");
          const listing = await markdownList({ optionalSections: [] })(markdown);
          const edits = listing.is === "tasks" ? listing.edits(at, to, undefined) : "unusable";
          if (typeof edits === "string") throw new Error(edits);
          const bytes = encoders[encoding](`${marked ? "\uFEFF" : ""}${markdown}`);
          const changed = applyToBytes(bytes, markdown, { edits, encoding });
          expect(changed?.length).toBe(bytes.length);
          const width = encoding === "utf-8" ? 1 : 2;
          const different = [...bytes.keys()].filter((index) => bytes[index] !== changed?.[index]);
          expect(different.length).toBe(1);
          const place = places[at];
          const lines = markdown.split(/\r\n|\n|\r/);
          expect(lines[place?.line ?? -1]?.slice((place?.column ?? 0) - 1, (place?.column ?? 0) + 2)).toMatch(
            /^\[.\]$/,
          );
          expect(Math.floor((different[0] ?? 0) / width)).toBeGreaterThanOrEqual(0);
          const after = readMarkdown(applyEdits(markdown, edits), { optionalSections: [] }).tasks;
          expect(after.map((task) => task.status)).toEqual(
            tasks.map((task, index) => (index === at ? to : task.status)),
          );
          changes++;
        },
      ),
      { numRuns: 600 },
    );
    expect(changes).toBeGreaterThan(100);
  });

  it.each([
    ["- [~] a\n- [ ] b\n", "2", "doing", "- [~] a\n- [~] b\n"],
    ["- [ ] a\n- [ ] b\n", "2", "doing", "- [ ] a\n- [/] b\n"],
    ["- [X] a\n- [ ] b\n", "2", "done", "- [X] a\n- [X] b\n"],
    ["- [!] a\n- [ ] b\n", "2", "blocked", "- [!] a\n- [!] b\n"],
    ["- [x] a\n", "1", "todo", "- [ ] a\n"],
    ["- [ ] a (BLOCKED)\n- [ ] b\n", "2", "blocked", "- [ ] a (BLOCKED)\n- [-] b\n"],
    ["- [?] a\n- [x] b\n", "2", "todo", "- [?] a\n- [ ] b\n"],
    ["- [] a\n", "1", "done", "- [x] a\n"],
    ["1. ✅ a\n2. ⬜ b\n", "2", "done", "1. ✅ a\n2. ✅ b\n"],
    ["- [DONE] a\n- [TODO] b\n", "2", "done", "- [DONE] a\n- [DONE] b\n"],
    ["- [Done] a\n- [Todo] b\n", "2", "blocked", "- [Done] a\n- [Blocked] b\n"],
    [
      "### a\n**Status:** open\n\n### b\n**Status:** done\n",
      "1",
      "done",
      "### a\n**Status:** done\n\n### b\n**Status:** done\n",
    ],
    ["| Task | Status |\n|--|--|\n| a | pending |\n", "1", "done", "| Task | Status |\n|--|--|\n| a | done |\n"],
  ] as const)("keeps to the habits of its list: %j, %s %s", async (before, id, to, after) => {
    const place = new Place();
    place.write("plan.md", before);
    expect(await (await place.open("plan.md")).mark(id, to)).toEqual({ is: "marked", task: id, changed: true });
    expect(place.read("plan.md").toString()).toBe(after);
  });

  it.each([
    ["- [x] a\n", "1", "done", { is: "marked", task: "1", changed: false }],
    ["- [x] a\n", "9", "done", { is: "refused", why: "there is no task 9" }],
    [
      "## Completed\n- a\n## Todo\n- b\n",
      "2",
      "done",
      { is: "refused", why: "task 2 has no mark of its own to change: its place in the list determines its status" },
    ],
    [
      "- [ ] a\n  - Blocked by: the weather\n",
      "1",
      "todo",
      { is: "refused", why: "the words beside task 1 would still make it read as blocked; change them first" },
    ],
    ["", "1", "done", { is: "refused", why: "the file is empty" }],
  ] as const)("is not written where it would not be true: %j, %s %s", async (before, id, to, answer) => {
    const place = new Place();
    place.write("plan.md", before);
    expect(await (await place.open("plan.md")).mark(id, to)).toEqual(answer);
    expect(place.read("plan.md").toString()).toBe(before);
  });

  it("leaves bytes that are no text as they are, and refuses a line that holds one before its mark", async () => {
    const place = new Place();
    const odd = (line: string): Buffer =>
      Buffer.concat([Buffer.from("- [ ] caf"), Buffer.from([0xe9]), Buffer.from(`\n${line}`)]);
    place.write("plan.md", odd("- [ ] b\n"));
    const tracker = await place.open("plan.md");
    expect(await tracker.mark("2", "done")).toMatchObject({ is: "marked" });
    expect(place.read("plan.md").equals(odd("- [x] b\n"))).toBe(true);
    expect(await tracker.mark("1", "done")).toMatchObject({ is: "marked" });
    expect(place.read("plan.md")[3]).toBe("x".charCodeAt(0));
    place.write(
      "table.md",
      Buffer.concat([
        Buffer.from("| Task | Status |\n|--|--|\n| caf"),
        Buffer.from([0xe9]),
        Buffer.from(" | open |\n"),
      ]),
    );
    expect(await (await place.open("table.md")).mark("1", "done")).toEqual({
      is: "refused",
      why: "the line of 1 holds bytes that are no text",
    });
  });
});

describe("a file that changed since it was listed", () => {
  const listed = "- [ ] a\n- [ ] b\n- [ ] c\n";
  it.each([
    ["a task was put before it", "- [ ] new\n- [ ] a\n- [ ] b\n- [ ] c\n", "- [ ] new\n- [ ] a\n- [x] b\n- [ ] c\n"],
    ["another was ticked", "- [x] a\n- [ ] b\n- [ ] c\n", "- [x] a\n- [x] b\n- [ ] c\n"],
    ["words were added", `${listed}\nNotes.\n`, "- [ ] a\n- [x] b\n- [ ] c\n\nNotes.\n"],
  ])("is merged: %s", async (_, now, after) => {
    const place = new Place();
    place.write("plan.md", listed);
    const tracker = await place.open("plan.md");
    await tracker.list();
    place.write("plan.md", now);
    expect(await tracker.mark("2", "done")).toMatchObject({ is: "marked" });
    expect(place.read("plan.md").toString()).toBe(after);
  });

  it.each([
    ["it is gone", "- [ ] a\n- [ ] c\n"],
    ["there are two of it", "- [ ] a\n- [ ] z\n- [ ] b\n- [ ] b\n"],
  ])("is refused where nobody can know: %s", async (_, now) => {
    const place = new Place();
    place.write("plan.md", listed);
    const tracker = await place.open("plan.md");
    await tracker.list();
    place.write("plan.md", now);
    expect(await tracker.mark("2", "done")).toMatchObject({ is: "refused" });
    expect(place.read("plan.md").toString()).toBe(now);
  });

  it("is merged when it changes between our reading and our writing, in place or by another file", async () => {
    const place = new Place();
    const path = place.write("plan.md", "one");
    const seen: string[] = [];
    const changed = await changeFile(path, async (bytes) => {
      seen.push(Buffer.from(bytes).toString());
      if (seen.length === 1) writeFileSync(path, "two");
      return { is: "write", bytes: Buffer.from(`${Buffer.from(bytes)}!`) };
    });
    expect(changed).toEqual({ is: "written" });
    expect(seen).toEqual(["one", "two"]);
    expect(place.read("plan.md").toString()).toBe("two!");
  });

  it("is refused when it never stands still", async () => {
    const place = new Place();
    const path = place.write("plan.md", "0");
    let count = 0;
    const changed = await changeFile(path, async () => {
      writeFileSync(path, String(++count));
      return { is: "write", bytes: Buffer.from("ours") };
    });
    expect(changed).toMatchObject({ is: "refused" });
    expect(place.read("plan.md").toString()).toBe(String(count));
    expect(readdirSync(place.path)).toEqual(["plan.md"]);
  });

  it("loses no mark when many processes mark it at once", async () => {
    const place = new Place();
    const count = 6;
    place.write("plan.md", Array.from({ length: count }, (_, at) => `- [ ] task ${at + 1}\n`).join(""));
    const ends = Array.from({ length: count }, async (_, at) => {
      const child = spawn(process.execPath, [cli, "tasks", "plan.md", "--mark", String(at + 1), "done"], {
        cwd: place.path,
        stdio: "ignore",
      });
      const [code] = await once(child, "exit");
      return code;
    });
    expect(await Promise.all(ends)).toEqual(Array.from({ length: count }, () => 0));
    expect(place.read("plan.md").toString()).not.toContain("[ ]");
    expect(readdirSync(place.path)).toEqual(["plan.md"]);
  });
});

describe("the file itself", () => {
  it("keeps its permissions, and a link stays a link", async () => {
    const place = new Place();
    const path = place.write("real.md", "- [ ] a\n");
    const { chmodSync, lstatSync } = await import("node:fs");
    chmodSync(path, 0o640);
    symlinkSync("real.md", join(place.path, "plan.md"));
    expect(await (await place.open("plan.md")).mark("1", "done")).toMatchObject({ is: "marked" });
    expect(lstatSync(join(place.path, "plan.md")).isSymbolicLink()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(place.read("real.md").toString()).toBe("- [x] a\n");
  });

  it("is marked past the lock of a process that died", async () => {
    const place = new Place();
    place.write("plan.md", "- [ ] a\n");
    const lock = place.write(".plan.md.untildone", "");
    const longAgo = new Date("2020-01-01");
    utimesSync(lock, longAgo, longAgo);
    expect(await (await place.open("plan.md")).mark("1", "done")).toMatchObject({ is: "marked" });
    expect(readdirSync(place.path)).toEqual(["plan.md"]);
  });

  it("is not marked past a lock whose holder lives, however old it is", async () => {
    const place = new Place();
    place.write("plan.md", "- [ ] a\n");
    const path = join(place.path, ".plan.md.untildone");
    const lock = takeLock(path, { command: "tasks", at: 0, patienceMs: 0 });
    const longAgo = new Date("2020-01-01");
    utimesSync(path, longAgo, longAgo);
    const marking = (await place.open("plan.md")).mark("1", "done");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(place.read("plan.md").toString()).toBe("- [ ] a\n");
    lock.release();
    expect(await marking).toMatchObject({ is: "marked" });
    expect(readdirSync(place.path)).toEqual(["plan.md"]);
  });

  it("loses no mark when one process makes several at once", async () => {
    const place = new Place();
    place.write("plan.md", "- [ ] a\n- [ ] b\n- [ ] c\n");
    const tracker = await place.open("plan.md");
    const marks = await Promise.all(["1", "2", "3"].map((id) => tracker.mark(id, "done")));
    expect(marks).toMatchObject([{ is: "marked" }, { is: "marked" }, { is: "marked" }]);
    expect(place.read("plan.md").toString()).toBe("- [x] a\n- [x] b\n- [x] c\n");
  });
});

describe("a mark in JSON and YAML", () => {
  it.each([
    [
      "passes, done",
      "prd.json",
      '{"userStories": [\n  {"id": "A", "passes": false, "notes": ""},\n  {"id": "B", "passes": true}\n]}\n',
      "A",
      "done",
      '{"userStories": [\n  {"id": "A", "passes": true, "notes": ""},\n  {"id": "B", "passes": true}\n]}\n',
    ],
    [
      "status, in the list's own words",
      "prd.json",
      '{"stories":[{"id":1,"status":"open"},{"id":2,"status":"in_progress"}]}',
      "1",
      "doing",
      '{"stories":[{"id":1,"status":"in_progress"},{"id":2,"status":"in_progress"}]}',
    ],
    [
      "a status beside a flag",
      "prd.json",
      '{"stories":[{"id":"A","status":"open","passes":false}]}',
      "A",
      "done",
      '{"stories":[{"id":"A","status":"done","passes":true}]}',
    ],
    [
      "a flag that is not there yet",
      "prd.json",
      '{\n  "stories": [\n    {\n      "id": "A",\n      "passes": false\n    }\n  ]\n}\n',
      "A",
      "blocked",
      '{\n  "stories": [\n    {\n      "id": "A",\n      "passes": false,\n      "blocked": true,\n      "blocked_reason": "no \\"key\\""\n    }\n  ]\n}\n',
    ],
    [
      "a line of JSON Lines",
      "issues.jsonl",
      '{"id":"bd-1","status":"open","issue_type":"task"}\n{"id":"bd-2","status":"open","issue_type":"bug"}\n',
      "bd-2",
      "done",
      '{"id":"bd-1","status":"open","issue_type":"task"}\n{"id":"bd-2","status":"closed","issue_type":"bug"}\n',
    ],
    [
      "YAML with comments",
      "tasks.yaml",
      "# the list\ntasks:\n  - id: A # first\n    status: pending # soon\n  - {id: B, status: completed}\n",
      "A",
      "done",
      "# the list\ntasks:\n  - id: A # first\n    status: completed # soon\n  - {id: B, status: completed}\n",
    ],
    [
      "YAML flags and quotes",
      "tasks.yaml",
      "tasks:\n- id: 'A'\n  completed: false\n- id: B\n  status: 'todo'\n",
      "B",
      "done",
      "tasks:\n- id: 'A'\n  completed: false\n- id: B\n  status: 'done'\n",
    ],
    [
      "a new field in YAML",
      "tasks.yaml",
      "tasks:\r\n  - id: A\r\n    completed: false\r\n",
      "A",
      "blocked",
      'tasks:\r\n  - id: A\r\n    blocked: true\r\n    blocked_reason: "no \\"key\\""\r\n    completed: false\r\n',
    ],
  ] as const)("%s", async (_, file, before, id, to, after) => {
    const place = new Place();
    place.write(file, before);
    expect(await (await place.open(file)).mark(id, to, to === "blocked" ? 'no "key"' : undefined)).toEqual({
      is: "marked",
      task: id,
      changed: true,
    });
    expect(place.read(file).toString()).toBe(after);
  });
});
