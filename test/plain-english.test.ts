import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Phrases that a reader has to translate; each was found in a message, the help or a page once. */
const banned = [
  ...[
    "a fault of ours",
    "word too many",
    "at most so",
    "so many (",
    "mend it",
    "nothing to mend",
    "afresh",
    "half of the gate",
  ],
  ...["ended otherwise", "one JSON object a ", "one a line", "object a line", "seed 00", "US dollars of", "tell it  "],
  ...["is no status a", "1 tasks", "1 tests ", "1 processes", "keepsake", "strangers"],
];

const root = fileURLToPath(new URL("..", import.meta.url));
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.endsWith(".test.ts") && !name.startsWith("decisions/"))
    .map((name) => join(folder, name));

/** What a user may read: texts in the source without its comments, and the pages. */
const readable = (file: string): string => {
  const text = readFileSync(join(root, file), "utf8");
  return file.endsWith(".ts") ? text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "") : text;
};

it.each(["README.md", "SECURITY.md", ...filesIn("docs", ".md"), ...filesIn("src", ".ts")])(
  "%s is plain English",
  (file) => {
    const text = readable(file);
    expect(banned.filter((phrase) => text.includes(phrase))).toEqual([]);
  },
);

/** A name with three meanings says nothing: each of these types is about one thing, and its name says which. */
it("declares no type name in three files", () => {
  const filesOf = new Map<string, string[]>();
  for (const file of [...filesIn("src", ".ts"), ...filesIn("src", ".tsx")])
    for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(
      /^(?:export )?(?:interface|type|class) ([A-Z]\w*)/gm,
    ))
      filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  expect([...filesOf].filter(([, files]) => files.length > 2)).toEqual([]);
});
