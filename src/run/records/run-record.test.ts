import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeOldRecords } from "./run-record.js";

const runAt = (at: number): string => `20260101-0000${String(at).padStart(2, "0")}-abcdef`;

it("removes the task lists of a run with its record, and no others", () => {
  const path = mkdtempSync(join(tmpdir(), "untildone-records-"));
  try {
    for (let at = 0; at < 22; at++) {
      const run = runAt(at);
      const head = { version: 1, project: "/p", run, stateFolder: "/p/.ralph", tasks: "TODO.md", digest: "" };
      writeFileSync(join(path, `${run}.json`), `${JSON.stringify(head)}\n{}\n`);
      for (const name of ["work.json", "tasks-0123456789abcdef.json", "tasks-fedcba9876543210.json"])
        writeFileSync(join(path, `${run}.${name}`), "[]");
    }
    removeOldRecords({ path, project: "/p" }, [runAt(1)]);
    const left = readdirSync(path);
    expect(left.filter((name) => name.startsWith(runAt(0)))).toEqual([]);
    expect(left.filter((name) => name.startsWith(runAt(1)))).toHaveLength(4);
    expect(left).toHaveLength(21 * 4);
  } finally {
    rmSync(path, { recursive: true });
  }
});
