import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
);

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(src, file), "utf8").matchAll(
      /^(?:(?:import|export)\b[^"]*\sfrom|\} from|import|.*\bimport\()\s*"([^"]+)"/gm,
    ),
  ].map(([, name = ""]) => (name.startsWith(".") ? relative(src, join(src, dirname(file), name)) : name));
const inFolder = (folder: string): string[] => files.filter((file) => file.startsWith(`${folder}/`));

it.each([
  { folder: "core", may: ["core/"] },
  { folder: "rules", may: ["core/", "rules/"] },
  { folder: "signals", may: ["core/", "signals/"] },
  { folder: "transcripts", may: ["core/", "transcripts/"] },
  { folder: "trackers", may: ["core/", "trackers/", "nearest.js", "yaml"] },
  {
    folder: "evidence",
    may: [
      "core/",
      "evidence/",
      "test-output/",
      "config/check-names.js",
      "config/place.js",
      "system/",
      "errors.js",
      "config/readers.js",
      "signals/judge.js",
      "trackers/markdown.js",
      "transcripts/read-transcript.js",
      "situation/parse.js",
    ],
  },
  { folder: "test-output", may: ["test-output/", "transcripts/clean.js", "transcripts/marks.js", "system/decode.js"] },
  {
    folder: "checkpoints",
    may: ["checkpoints/", "system/", "store/record.js", "loop/setup.js", "errors.js"],
  },
  { folder: "policies", may: ["core/", "rules/", "policies/", "errors.js", "nearest.js"] },
  {
    folder: "config",
    may: [
      "core/",
      "rules/",
      "policies/",
      "config/",
      "system/config-file.js",
      "system/parse-yaml.js",
      "errors.js",
      "nearest.js",
    ],
  },
])("$folder imports nothing but $may", ({ folder, may }) => {
  expect(inFolder(folder).length).toBeGreaterThan(0);
  for (const file of inFolder(folder))
    for (const name of importsOf(file))
      expect(
        may.some((start) => name.startsWith(start)),
        `${file} imports ${name}`,
      ).toBe(true);
});

it("keeps node: to the system and the command line", () => {
  for (const file of files)
    if (importsOf(file).some((name) => name.startsWith("node:"))) expect(file).toMatch(/^(?:system\/|cli\/|cli\.ts)/);
});

it("reads configuration files in one place, and packages on demand only", () => {
  for (const file of files) {
    const names = importsOf(file);
    if (names.some((name) => /^system\/(?:config-file|parse-yaml)/.test(name)))
      expect(file).toBe("config/config-files.ts");
    if (names.includes("yaml")) expect(readFileSync(join(src, file), "utf8")).not.toMatch(/^import (?!type).*"yaml"/m);
  }
});

it("keeps the clock, the process and the dice out of everything pure", () => {
  for (const file of files.filter((name) => !/^(?:cli\.ts|cli\/|system\/)/.test(name)))
    expect(readFileSync(join(src, file), "utf8"), file).not.toMatch(
      /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\bprocess\.(?:env|argv|cwd|exit|std)/,
    );
});
