import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveMarks } from "../status-words.js";
import { longText } from "./long-lists.js";
import { readMarkdown, readTitles } from "./read-markdown.js";
import { readTicked } from "./ticked.js";

const options = { optionalSections: ["Later"] };
const marks = resolveMarks(undefined);

const line = fc
  .tuple(
    fc.constantFrom("- ", "- ", "* ", "1. ", "  - ", "> - ", "# ", "## Task 3: ", "", "      - "),
    fc.constantFrom("[ ] ", "[ ] ", "[x] ", "[X] ", "**[x]** ", "[~] ", "[!] ", "", "Status: [x] "),
    fc.constantFrom(
      ...["write it", "T2: parse", "todo", "done", "Parser ✅", "Parser (done)", "BLOCKED: by a person", "~~gone~~"],
      ...["print (depends on T2)", "ship (blocked by the vendor)", "see [x] there", "Completed", "Legend:", "P1 now"],
    ),
  )
  .map((parts) => parts.join(""));
const document = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom("\n", "\r\n", "\n\n"))
  .map(([lines, end]) => `${lines.join(end)}${end}`);

/** The text with some of its boxes, and what only looks like one, ticked or opened. */
function flip(text: string, choices: readonly boolean[]): string {
  let at = 0;
  const other = (mark: string): string => (mark === " " ? "x" : " ");
  return text.replaceAll(/\[([ xX])\]/g, (box, mark) => (choices[at++ % choices.length] ? `[${other(mark)}]` : box));
}

describe("a text read again with boxes ticked", () => {
  it("reads as a whole would, or is left to be read as a whole", () => {
    fc.assert(
      fc.property(document, fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), (text, choices) => {
        const now = flip(text, choices);
        const ticked = readTicked({ text, listing: readMarkdown(text, options) }, now, marks);
        if (ticked) expect(ticked).toEqual(readMarkdown(now, options));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["a box that is ticked", "- [ ] one\n- [ ] two\n", "- [x] one\n- [ ] two\n", true],
    ["two boxes", "- [ ] one\n- [x] two\n- [ ] three\n", "- [x] one\n- [ ] two\n- [ ] three\n", true],
    ["other line ends", "- [ ] one\r\n- [ ] two\r\n", "- [ ] one\r\n- [x] two\r\n", true],
    ["the last open box", "- [ ] one\n- [x] two\n", "- [x] one\n- [x] two\n", false],
    ["another word", "- [ ] one\n- [ ] two\n", "- [ ] one\n- [ ] too\n", false],
    [
      "a box in a fence",
      "- [ ] one\n```\n- [ ] two\n```\n- [ ] 3\n",
      "- [ ] one\n```\n- [x] two\n```\n- [ ] 3\n",
      false,
    ],
    ["a box in a title", "- [ ] see [ ]\n- [ ] two\n", "- [ ] see [x]\n- [ ] two\n", false],
    ["a mark that means something else", "- [ ] one\n- [ ] two\n", "- [~] one\n- [ ] two\n", false],
    ["words that contradict the box", "- [x] one (done)\n- [ ] two\n", "- [ ] one (done)\n- [ ] two\n", false],
    ["a longer text", "- [ ] one\n- [ ] two\n", "- [x] one\n- [ ] two\n\n", false],
  ])("%s", (_, text, now, isRead) => {
    expect(readTicked({ text, listing: readMarkdown(text, options) }, now, marks) !== undefined).toBe(isRead);
  });
});

describe("a long list", () => {
  const long = `# List\n\n- [ ] one\n- [ ] two\n${"- [ ] a task that nobody ticks\n".repeat(longText / 25)}`;

  it("has the same objects for tasks that were not ticked", () => {
    const before = readMarkdown(long, options).tasks;
    const after = readMarkdown(long.replace("[ ]", "[x]"), options).tasks;
    expect(after[0]).toEqual({ ...before[0], status: "done" });
    expect(after.slice(1).every((task, at) => task === before[at + 1])).toBe(true);
  });

  it("has the same objects for tasks that read as before, also after another edit", () => {
    const before = readMarkdown(long, options).tasks;
    const after = readMarkdown(long.replace("one", "won"), options).tasks;
    expect(after[0]?.title).toBe("won");
    expect(after.slice(1).every((task, at) => task === before[at + 1])).toBe(true);
  });

  it("is read once, whatever sections are optional", () => {
    const { tasks } = readMarkdown(`${long}\n`, options);
    expect(readTitles(`${long}\n`)).toBe(tasks);
  });
});
