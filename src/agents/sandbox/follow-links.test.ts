import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { realPath } from "../../lib/files/folder.js";
import { followLinks } from "./follow-links.js";
import { findPrograms, leadsOut } from "./installation.js";

const root = realPath(mkdtempSync(join(tmpdir(), "untildone-links-")));
afterAll(() => rmSync(root, { recursive: true }));
const at = (name: string): string => join(root, name);
for (const name of ["project/bin", "tools/bin", "secret"]) mkdirSync(at(name), { recursive: true });
writeFileSync(at("secret/package.json"), "{}");
writeFileSync(at("secret/run"), "#!/bin/sh\n", { mode: 0o755 });
symlinkSync("../secret", at("project/out"));
symlinkSync("bin", at("project/in"));
symlinkSync("../../secret/run", at("project/bin/run"));
symlinkSync("../secret", at("tools/out"));
symlinkSync("../project/out", at("tools/over"));

it.each([
  ["a folder of the project", "project/bin", "project/bin"],
  ["a link within the project", "project/in", "project/bin"],
  ["a link out of the project", "project/out", null],
  ["what is behind it", "project/out/run", null],
  ["a link out of a folder that is only shown", "tools/out", "secret"],
  ["a link that leads over one in the project", "tools/over", null],
])("follows %s", (_, path, expected) => {
  const shown = { all: [at("project"), at("tools")], writable: [at("project")] };
  expect(followLinks(at(path), shown)).toBe(expected === null ? null : at(expected));
});

it.each([
  ["project/out", true],
  ["project/in", false],
  ["tools/over", true],
  ["tools/out", false],
])("says whether %s leads out of the project: %s", (path, expected) => {
  expect(leadsOut(at(path), [at("project")])).toBe(expected);
});

it("shows no folder for the sake of a program that is a link in the project", () => {
  const found = (writable: readonly string[]) =>
    findPrograms(["run"], { path: at("project/bin"), cwd: at("project"), writable });
  expect(found([at("project")])).not.toContain(at("secret"));
  expect(found([])).toContain(at("secret"));
});
