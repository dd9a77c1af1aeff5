import { describe, expect, it } from "vitest";
import { parseCriteria, readJsonCriteria, readMarkdownCriteria, verifyCommandsIn } from "./read-criteria.js";

describe("a criterion", () => {
  it.each([
    { written: "It parses dates", is: { text: "It parses dates", met: null, verify: null } },
    { written: "[x] It parses dates", is: { text: "It parses dates", met: true, verify: null } },
    { written: "- [ ] It parses dates", is: { text: "It parses dates", met: false, verify: null } },
    { written: "1. [X] Ok", is: { text: "Ok", met: true } },
    { written: "Dates (verify: npm test)", is: { text: "Dates", verify: "npm test" } },
    { written: "Dates — verify: `npm test -- dates`", is: { text: "Dates", verify: "npm test -- dates" } },
    { written: "Dates. **Verify:** node check.js (all)", is: { text: "Dates.", verify: "node check.js (all)" } },
    { written: "verify: make it", is: { text: "", verify: "make it" } },
    { written: "We verify: nothing", is: { text: "We", verify: "nothing" } },
    { written: "verify:", is: { text: "", verify: null } },
    { written: "Users can verify their mail", is: { text: "Users can verify their mail", verify: null } },
  ])("$written", ({ written, is }) => {
    expect(parseCriteria([written])[0]).toMatchObject(is);
  });
});

describe("criteria in Markdown", () => {
  const list = `# Plan
- [ ] T1: dates
  - [x] parses ISO
  - [ ] parses names
    verify: node names.js
  prose
- [ ] T2: times
  - plain

## Acceptance Criteria
- [x] all of it
- [ ] docs

## Else
- [ ] no
`;
  it("of a task are what is indented below it", () => {
    expect(readMarkdownCriteria(list, 2)).toEqual([
      { text: "parses ISO", met: true, verify: null, line: 3 },
      { text: "parses names", met: false, verify: "node names.js", line: 4 },
    ]);
    expect(readMarkdownCriteria(list, 7)).toEqual([{ text: "plain", met: null, verify: null, line: 8 }]);
  });

  it("of a whole file are those of its section", () => {
    expect(readMarkdownCriteria(list, null).map(({ text }) => text)).toEqual(["all of it", "docs"]);
    expect(readMarkdownCriteria("- [ ] a", null)).toEqual([]);
  });

  it("name their commands", () => {
    expect(verifyCommandsIn(list)).toEqual(["node names.js"]);
  });
});

describe("criteria in JSON", () => {
  const prd = JSON.stringify({
    userStories: [
      { id: "US-1", acceptanceCriteria: ["a", "[x] b", "c (verify: `make c`)"] },
      { id: 2, acceptance: [{ text: "d", done: true }, { description: "e", verify: "make e" }, 5] },
    ],
  });
  it("are those of the story", () => {
    expect(readJsonCriteria(prd, "US-1").map(({ met, verify }) => [met, verify])).toEqual([
      [null, null],
      [true, null],
      [null, "make c"],
    ]);
    expect(readJsonCriteria(prd, "2").map(({ text, met, verify }) => [text, met, verify])).toEqual([
      ["d", true, null],
      ["e", null, "make e"],
    ]);
    expect(readJsonCriteria(prd, "US-9")).toEqual([]);
    expect(readJsonCriteria("{", "US-1")).toEqual([]);
    expect(verifyCommandsIn(prd)).toEqual(["make c", "make e"]);
  });
});
