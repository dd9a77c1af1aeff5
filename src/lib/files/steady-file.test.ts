import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { realPath } from "./folder.js";
import { SteadyFile } from "./steady-file.js";

let root = "";
beforeEach(() => {
  root = realPath(mkdtempSync(join(tmpdir(), "untildone-steady-")));
  for (const name of ["p/docs", "q"]) mkdirSync(join(root, name), { recursive: true });
  writeFileSync(at("p/docs/TODO.md"), "mine\n");
  writeFileSync(at("q/TODO.md"), "other\n");
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (name: string): string => join(root, name);
const isInside = (path: string): boolean => path.startsWith(`${root}/p/`);

it.each<[string, () => void]>([
  ["a link in its place", () => replace("p/docs/TODO.md", "q/TODO.md")],
  ["a link to what is not there", () => replace("p/docs/TODO.md", "q/none.md")],
  ["a link in the place of its folder", () => replace("p/docs", "q")],
])("is put back after %s", (_, act) => {
  const steady = new SteadyFile(at("p/docs/TODO.md"));
  act();
  expect(steady.restore(isInside)).toMatchObject([{ file: at("p/docs/TODO.md") }]);
  expect(lstatSync(at("p/docs/TODO.md")).isFile()).toBe(true);
  expect(readFileSync(at("p/docs/TODO.md"), "utf8")).toBe("mine\n");
  expect(readFileSync(at("q/TODO.md"), "utf8")).toBe("other\n");
  expect(existsSync(at("q/none.md"))).toBe(false);
  expect(steady.restore(isInside)).toEqual([]);
});

it("is put back as it was noted last", () => {
  const steady = new SteadyFile(at("p/docs/TODO.md"));
  writeFileSync(at("p/docs/TODO.md"), "ticked\n");
  steady.note();
  replace("p/docs/TODO.md", "q/TODO.md");
  steady.restore(isInside);
  expect(readFileSync(at("p/docs/TODO.md"), "utf8")).toBe("ticked\n");
});

it("may be changed, moved within the project, and lead out where it did before", () => {
  const steady = new SteadyFile(at("p/docs/TODO.md"));
  writeFileSync(at("p/docs/TODO.md"), "changed\n");
  expect(steady.restore(isInside)).toEqual([]);
  renameSync(at("p/docs/TODO.md"), at("p/list.md"));
  symlinkSync("../list.md", at("p/docs/TODO.md"));
  expect(steady.restore(isInside)).toEqual([]);
  symlinkSync(at("q/TODO.md"), at("p/out.md"));
  expect(new SteadyFile(at("p/out.md")).restore(isInside)).toEqual([]);
});

function replace(name: string, to: string): void {
  rmSync(at(name), { recursive: true });
  symlinkSync(at(to), at(name));
}
