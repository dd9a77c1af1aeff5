import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { expect, it } from "vitest";
import { readMarkdown } from "./read-markdown.js";

interface Node {
  readonly type: string;
  readonly checked?: boolean | null | undefined;
  readonly children?: readonly Node[];
}

/** Done and not done, of all task list items that GFM finds outside quotations. */
function gfmCounts(markdown: string): readonly [done: number, left: number] {
  const root: Node = fromMarkdown(markdown, {
    extensions: [gfmTaskListItem()],
    mdastExtensions: [gfmTaskListItemFromMarkdown()],
  });
  const counts: [number, number] = [0, 0];
  const visit = (node: Node): void => {
    if (node.type === "blockquote") return;
    if (node.type === "listItem" && typeof node.checked === "boolean") counts[node.checked ? 0 : 1]++;
    node.children?.forEach(visit);
  };
  visit(root);
  return counts;
}

/** Ours, without the boxes that GFM takes for text and we count and name: those that are indented too far. */
function ourCounts(markdown: string): readonly [done: number, left: number] {
  const { tasks, problems } = readMarkdown(markdown, { optionalSections: [], plainLists: false });
  const tooDeep = new Set(
    problems.filter(({ message }) => message.includes("further than Markdown")).map(({ line }) => line),
  );
  const counted = tasks.filter(({ line }) => !tooDeep.has(line ?? 0));
  const done = counted.filter(({ status }) => status === "done").length;
  return [done, counted.length - done];
}

const marker = fc.constantFrom("-", "*", "+", "1.", "1)");
const box = fc.constantFrom("[ ]", "[x]", "[X]");
const title = fc.constantFrom("write the parser", "`code` and [a link](b.md)", "ship it <!-- soon -->", "naïve 日本語");
const boxed = fc
  .tuple(marker, fc.constantFrom(" ", "  ", "\t", "   "), box, title)
  .map(([m, gap, b, t]) => `${m}${gap}${b} ${t}`);
const plain = fc.constantFrom(
  "",
  "",
  "words of a paragraph",
  "see [x] in the legend",
  "# Heading",
  "## Another",
  "***",
  "- a plain item",
  "1. first",
  "- [x](link.md) is a link",
  "- `[ ]` is code",
  "-[ ] no blank",
  "- - [ ] a list in a list",
  "> a quotation",
  "> - [ ] quoted",
  ">",
  "```",
  "````js",
  "~~~",
  "<!-- a comment -->",
  "<!-- opened",
  "closed -->",
  "<div>",
  "</details>",
  "<pre>",
  "the end of it </pre>",
);
const indent = fc.constantFrom("", "", "", " ", "  ", "   ", "    ", "      ", "\t", "        ");
const line = fc
  .tuple(indent, fc.oneof({ arbitrary: boxed, weight: 3 }, { arbitrary: plain, weight: 4 }))
  .map((parts) => parts.join(""));
const document = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"))
  .map(([lines, end]) => lines.join(end));

it("counts the boxes that GFM counts, whatever stands around them", () => {
  fc.assert(
    fc.property(document, (markdown) => {
      expect(ourCounts(markdown)).toEqual(gfmCounts(markdown));
    }),
    { numRuns: 4000 },
  );
});

it("counts boxes often enough for that to mean something", () => {
  const sample = fc.sample(document, { numRuns: 300, seed: 7 });
  const counted = sample.map((markdown) => gfmCounts(markdown)).filter(([done, left]) => done > 0 && left > 0);
  expect(counted.length).toBeGreaterThan(40);
});
