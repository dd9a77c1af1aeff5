// What must be true of a state folder after anything that may have happened to its writer.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));

/** The numbers of the records in a journal; a torn last line is none. */
export function numbersIn(path) {
  const journal = join(path, ".ralph/decisions.jsonl");
  if (!existsSync(journal)) return [];
  return readFileSync(journal, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line).n];
      } catch {
        return [];
      }
    });
}

/** The snapshots say what the journal alone says. */
export function agree(path) {
  const alone = mkdtempSync(join(tmpdir(), "untildone-journal-"));
  try {
    mkdirSync(join(alone, ".ralph"));
    copyFileSync(join(path, ".ralph/decisions.jsonl"), join(alone, ".ralph/decisions.jsonl"));
    const [here, there] = [path, alone].map((cwd) =>
      spawnSync(process.execPath, [cli, "state", "--json"], { cwd, encoding: "utf8" }),
    );
    if (here.stdout !== there.stdout)
      throw new Error(`snapshot and journal disagree:\n${here.stdout}${there.stdout}${here.stderr}`);
  } finally {
    rmSync(alone, { recursive: true });
  }
  const saved = JSON.parse(readFileSync(join(path, ".ralph/exit-state.json"), "utf8"));
  if (saved.runState.records !== numbersIn(path).at(-1))
    throw new Error("exit-state.json does not stand where the journal ends");
}

/** Every record is there once, in order, and none is torn; `tornEnd` allows the last line of a killed writer to be. */
export function wholeJournal(path, { tornEnd }) {
  const lines = readFileSync(join(path, ".ralph/decisions.jsonl"), "utf8").split("\n");
  const end = lines.pop();
  if (end !== "" && !tornEnd) throw new Error("the last line of the journal is torn");
  for (const [at, line] of lines.entries())
    if (JSON.parse(line).n !== at + 1) throw new Error(`record ${at + 1} of the journal is not where it should be`);
}
