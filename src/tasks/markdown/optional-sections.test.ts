import { describe, expect, it } from "vitest";
import { defaultSettings } from "../../decide/settings-table.js";
import { formatLeftOut, leftOutSections } from "../left-out-sections.js";
import { markdownList } from "./list.js";
import { readMarkdown } from "./read-markdown.js";

const { optionalSections } = defaultSettings;
const listWith = (heading: string): string => `# Plan\n\n## Work\n- [ ] a\n\n${heading}\n- [ ] b\n`;
const isLeftOut = (heading: string): boolean | undefined =>
  readMarkdown(listWith(heading), { optionalSections }).tasks[1]?.optional;

describe("sections that are not worked on", () => {
  it.each([
    "## Optional",
    "## Future",
    "## Nice to have",
    "## Out of scope",
    "## Out-of-Scope (for this release)",
    "## Non-goals",
    "## Non-Goals:",
    "## Won't do",
    "## Won’t do",
    "## Not now",
    "## Later",
    "## Backlog",
    "## 5. Icebox",
    "## Ideas",
    "## 💡 Ideas",
    "## Phase 9: Later",
    "## Außerhalb des Umfangs",
    "## Später",
    "## Hors périmètre",
    "## Plus tard",
    "## Fuera de alcance",
    "## Más adelante",
    "## Fora do escopo",
    "## Opzionale",
    "## Не сейчас",
    "## 可选",
    "## 第四阶段：范围外",
    "## 対象外",
    "## 오류 처리 (나중에)",
    "## 범위 밖",
  ])("%s", (heading) => {
    expect(isLeftOut(heading)).toBe(true);
  });
});

describe("sections that are work, although they hold such a word", () => {
  it.each([
    "## Later stages of the parser",
    "## Scope",
    "## In scope",
    "## Goals",
    "## Backlog page",
    "## Ideas board: filters",
    "## Now",
    "## Do",
    "## Optionen",
    "## Zukunftssicheres Format",
    "## 范围",
    "## Nothing to do later than today",
  ])("%s", (heading) => {
    expect(isLeftOut(heading)).toBe(false);
  });
});

it.each([
  { list: "# Backlog\n- [ ] a\n", optional: [false] },
  { list: "# Ideas\n## Parser\n- [ ] a\n", optional: [false] },
  { list: "# Backlog\n- [ ] a\n# Sprint\n- [ ] b\n", optional: [true, false] },
  { list: "# Backlog\n## Later\n- [ ] a\n", optional: [true] },
  { list: "# Later\n- [ ] a\n", optional: [true] },
])("the title of a whole list leaves nothing out: $list", ({ list, optional }) => {
  expect(readMarkdown(list, { optionalSections }).tasks.map((task) => task.optional)).toEqual(optional);
});

it("leaves out only what the setting names", () => {
  const left = (names: readonly string[], heading: string) =>
    readMarkdown(listWith(heading), { optionalSections: names }).tasks[1]?.optional;
  expect(left([], "## Optional")).toBe(false);
  expect(left(["Later"], "## Optional")).toBe(false);
  expect(left(["Later"], "## Später")).toBe(true);
  expect(left(["Someday"], "## Someday")).toBe(true);
});

it("names the sections that are left out, with their open tasks", async () => {
  const text =
    "# P\n- [ ] a\n## Out of scope\n- [ ] b\n### Deep\n- [ ] c\n## Later\n- [x] d\n- [ ] e\n## Ideas\n- [x] f\n";
  const listing = await markdownList({ optionalSections })(text);
  expect(leftOutSections(listing)).toEqual([
    { section: "Out of scope", tasks: 2 },
    { section: "Later", tasks: 1 },
  ]);
  expect(formatLeftOut(leftOutSections(listing))).toBe("Out of scope (2 tasks), Later (1 task)");
  expect(leftOutSections(await markdownList({ optionalSections })("- [ ] a\n"))).toEqual([]);
});
