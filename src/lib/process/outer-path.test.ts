import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { avoidPrograms, outerEnv, ownProgramIn } from "./outer-path.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "untildone-path-")));
const project = join(folder, "project");
symlinkSync(project, join(folder, "link"));
afterAll(() => rmSync(folder, { recursive: true }));

it("leaves out of the path what is in a folder to avoid, and what is relative", () => {
  const PATH = `${project}/node_modules/.bin:/usr/bin:.:node_modules/.bin:${project}-other/bin:${project}:`;
  expect(outerEnv({ PATH, A: "1" })).toEqual({ PATH, A: "1" });
  avoidPrograms([project]);
  expect(outerEnv({ PATH, A: "1" })).toEqual({ PATH: `/usr/bin:${project}-other/bin`, A: "1" });
  expect(outerEnv({ A: "1" })).toEqual({ A: "1" });
});

it("finds this program in a folder, and in no other", () => {
  expect(ownProgramIn([project])).toBe(null);
  expect(ownProgramIn([join(import.meta.dirname, "../..")])).toContain("outer-path");
  expect(ownProgramIn([join(process.execPath, "..")])).toBe(process.execPath);
});
