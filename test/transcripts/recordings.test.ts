import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { foldersIn, readingOf, tableIn } from "./cases.js";

/**
 * Recordings of real CLIs are not ours to ship. Where a folder of them is named (one folder an agent, `CASE.jsonl`,
 * `CASE.stderr`, `CASE.exit`), each is read and compared with our table of what it says.
 */
const recordings = process.env["UNTILDONE_RECORDINGS"] ?? "";
const here = fileURLToPath(new URL(".", import.meta.url));

describe("recordings of real agents", () => {
  const rows = foldersIn(here).flatMap((agent) =>
    tableIn(join(here, agent), "recordings.json").map((row) => ({ ...row, agent: row.case.split("/")[0] ?? agent })),
  );

  it.each(rows)("$case is read as $claim", ({ case: name, agent: _, process, ...expected }) => {
    const path = join(recordings, name);
    const read = (ending: string): string => (existsSync(path + ending) ? readFileSync(path + ending, "utf8") : "");
    const exit = read(".exit").trim();
    const told = /^-?\d+$/.test(exit) ? { exitCode: Number(exit) } : { exitCode: null };
    expect(readingOf(read(".jsonl"), { stderr: read(".stderr"), ...told, ...process })).toMatchObject(expected);
  });
});
