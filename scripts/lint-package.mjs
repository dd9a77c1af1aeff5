// Checks the packed package as its users resolve it: entries, files and types. The checkers are installed aside.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const place = mkdtempSync(join(tmpdir(), "untildone-lint-"));
const run = (program, words) => execFileSync(program, words, { stdio: "inherit" });
try {
  run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", place]);
  const tarball = join(
    place,
    readdirSync(place).find((name) => name.endsWith(".tgz")),
  );
  const checkers = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5"];
  run("npm", ["install", "--silent", "--no-save", "--ignore-scripts", "--prefix", place, ...checkers]);
  run(join(place, "node_modules/.bin/publint"), ["--strict", tarball]);
  // With the profile of .attw.json: the library is ES modules only.
  run(join(place, "node_modules/.bin/attw"), [tarball]);
} catch {
  process.exitCode = 1; // Said by the program that failed.
} finally {
  rmSync(place, { recursive: true });
}
