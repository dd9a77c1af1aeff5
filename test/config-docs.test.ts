import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeSettings } from "../src/config/describe.js";
import { configOf } from "./config-place.js";

const page = readFileSync(new URL("../docs/configuration.md", import.meta.url), "utf8");

const table = [
  "| setting | default | takes | meaning |",
  "|---|---|---|---|",
  ...describeSettings().map(
    ({ name, takes, help, default: value }) =>
      `| \`${name}\` | ${told(value)} | ${takes} | ${help.replaceAll("<", "\\<")} |`,
  ),
].join("\n");

function told(value: unknown): string {
  if (value === null || JSON.stringify(value) === "{}" || JSON.stringify(value) === "[]") return "none";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

it("has the table of settings that the readers make", () => {
  const [shown = ""] = /\| setting \|[\s\S]*?(?=\n\n|$)/.exec(page) ?? [];
  expect(shown.trimEnd()).toBe(table);
});

const others = readFileSync(new URL("../docs/notifications.md", import.meta.url), "utf8");
const samples = [...`${page}\n${others}`.matchAll(/^```\w+ title=(\S+)\n([\s\S]*?)^```/gm)].map(
  ([, file = "", text = ""]) => ({
    file,
    text,
  }),
);

it("shows files", () => expect(samples.map(({ file }) => file)).toContain(".ralph/config.json"));

it.each(samples)("shows a file that is read without a word: $file", ({ file, text }) => {
  const config = configOf({ files: { [file]: text } });
  expect(config.warnings).toEqual([]);
  expect(Object.values(config.origins).some(({ where }) => where.startsWith(`${file}, line`))).toBe(true);
});
