import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../scripts/fuzz.mjs", import.meta.url));

/** A short run of `npm run fuzz`. */
it("nothing an agent prints makes the readers throw or turns a stated no into a completion", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, "--count", "4000", "--seed", "7"], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(stdout).toContain("4000 inputs");
  expect(status).toBe(0);
});
