import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { foldersIn, readingOf, tableIn } from "./cases.js";

const here = fileURLToPath(new URL(".", import.meta.url));

describe.each(foldersIn(here))("%s", (agent) => {
  const folder = join(here, agent);
  const table = tableIn(folder, "cases.json");

  it.each(table)("$case is read as $claim", ({ case: name, process, ...expected }) => {
    const output = readFileSync(join(folder, `${name}.jsonl`), "utf8");
    expect(readingOf(output, process ?? {})).toMatchObject(expected);
  });

  it("has a row for every recording", () => {
    const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
    expect(table.map((row) => `${row.case}.jsonl`).toSorted()).toEqual(files.toSorted());
  });
});
