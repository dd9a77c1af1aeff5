import { expect, it } from "vitest";
import { jsonFault } from "../../lib/json/json-fault.js";
import { readGivenText } from "../open-path.js";
import { readMarkdown } from "./read-markdown.js";

const long = 200_000;

/** Processor time, since the machine may be busy with others. */
async function seconds(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

it.each([
  ["list markers on one line", `${"- ".repeat(long)}[ ] a`],
  ["marks of quotation", `${">".repeat(long)} - [ ] a`],
  ["open brackets", `- [ ] ${"[(".repeat(long)}`],
  ["blanks in a title", `- [ ] a (after${" ".repeat(long)}b`],
  ["comments in a title", `- [ ] a ${"<!---->".repeat(long)}`],
  ["emphasis", `- ${"**__~~".repeat(long)}a`],
  ["hashes", `# ${"# ".repeat(long)}a`],
  ["a rule that is none", `${"* ".repeat(long)}a\n${"-".repeat(long)}a`],
  ["fences", "```\n".repeat(long)],
  ["tags", `<${"a ".repeat(long)}`],
  ["table bars", `| a | Status |\n|---|---|\n${"|".repeat(long)}\n`],
  ["headings", "## a ✅\n".repeat(long / 4)],
  ["headings with a status", "### a\nStatus: open\n".repeat(long / 8)],
  ["headings that name tasks", "### Task 1: a\n- [ ] b\n".repeat(long / 8)],
  ["headings with a box", "### [ ] a\n- [ ] b\n".repeat(long / 8)],
  ["a heading of brackets", `## ${"[(".repeat(long)}`],
  ["a heading of words and numbers", `## ${"a 1-".repeat(long)}`],
  ["a heading of blanks", `## a (${" ".repeat(long)}b`],
  ["plain items", "## Tasks\n- a\n\n".repeat(long / 8)],
  ["sections", "## Completed\n- a\n".repeat(long / 8)],
  ["logs", "## Completed\n- [x] a\n".repeat(long / 8)],
  ["nested items", Array.from({ length: 300 }, (_, at) => `${" ".repeat(at * 2)}- [ ] a\n`).join("")],
  ["blank lines", "\n".repeat(long)],
])("reads %s in a time that grows with their number", async (_, text) => {
  expect(await seconds(() => readMarkdown(text, { optionalSections: ["Optional"] }))).toBeLessThan(5);
  expect(await seconds(() => readGivenText(text, { optionalSections: [] }))).toBeLessThan(10);
});

it.each([
  ["an endless text", `"${"a".repeat(long * 10)}`],
  ["endless escapes", `"${"\\".repeat(long * 10)}`],
  ["depth", "[".repeat(long)],
])("finds the fault in JSON of %s", async (_, text) => {
  expect(await seconds(() => jsonFault(text))).toBeLessThan(2);
  expect(await readGivenText(`{"tasks": ${text}`, { optionalSections: [] })).toMatchObject({ is: "unusable" });
});
