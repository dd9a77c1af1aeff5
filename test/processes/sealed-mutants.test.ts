import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** A small sample; `npm run sealed-mutants` tries all of them. */
const script = fileURLToPath(new URL("../../scripts/sealed-mutants.mjs", import.meta.url));

it.each(["ranges", "rank"])(
  "refuses wrong solutions and lazy authors, and accepts right ones: %s",
  { timeout: 480_000 },
  (name) => {
    const words = [script, "--only", name, "--most", "4", "--whole", "1", "--json"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ wrong: 4, refused: 4, lazy: 5, caught: 5, whole: 1, alike: 1 });
  },
);
