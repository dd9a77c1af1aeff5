import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** The upper ends of the intervals, by figure, as the page of the benchmarks has them. */
const upperEnds = new Map(
  [...read("docs/benchmarks.md").matchAll(/^\| ([a-z: ]+) \| \d+ of \d+: [\d.]+ % \([\d.]+–([\d.]+) %\) \|$/gm)].map(
    ([, name = "", high]) => [name, Number(high)] as const,
  ),
);

it("has the figures of a whole evaluation", () => {
  expect([...upperEnds.keys()]).toEqual(expect.arrayContaining(["false completed", "silent", "verified but wrong"]));
});

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];
const stated = pages
  .filter((page) => page !== "docs/benchmarks.md")
  .flatMap((page) =>
    [...upperEnds].flatMap(([name, high]) =>
      [
        ...read(page).matchAll(
          new RegExp(String.raw`\b${name}\b[^.|\n]{0,40}?([\d.]+) ?%|([\d.]+) ?%[^.|\n]{0,20}\b${name}\b`, "gi"),
        ),
      ].map(([text, after, before]) => ({ page, text, percent: Number(after ?? before), high })),
    ),
  );

it("states no smaller rate anywhere than what was measured allows", () => {
  expect(stated.filter(({ percent, high }) => percent < high)).toEqual([]);
});
