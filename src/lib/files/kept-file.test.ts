import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { KeptFile } from "./kept-file.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "untildone-kept-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keep = (name: string): { file: KeptFile; path: string } => {
  const path = join(folder, name);
  const file = new KeptFile(path);
  file.remember();
  return { file, path };
};

it("puts back a file that is gone, byte for byte", () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x2d, 0x00]);
  writeFileSync(join(folder, "list"), bytes);
  const { file, path } = keep("list");
  expect(file.isGone).toBe(false);
  rmSync(path);
  expect(file.isGone).toBe(true);
  expect(file.putBack()).toBeNull();
  expect(readFileSync(path)).toEqual(bytes);
});

it("never replaces what is there", () => {
  writeFileSync(join(folder, "list"), "old");
  const { file, path } = keep("list");
  writeFileSync(path, "new");
  expect(file.isGone).toBe(false);
  expect(file.putBack()).toBeNull();
  expect(readFileSync(path, "utf8")).toBe("new");
});

it("puts back a link and what it leads to", () => {
  writeFileSync(join(folder, "real"), "text");
  symlinkSync("real", join(folder, "list"));
  const { file, path } = keep("list");
  rmSync(path);
  rmSync(join(folder, "real"));
  expect(file.putBack()).toBeNull();
  expect([readlinkSync(path), readFileSync(path, "utf8")]).toEqual(["real", "text"]);
});

it("holds nothing where there is no file", () => {
  const { file, path } = keep("list");
  writeFileSync(path, "made later");
  rmSync(path);
  expect([file.isGone, file.putBack(), existsSync(path)]).toEqual([false, null, false]);
});

it("makes its folder again", () => {
  mkdirSync(join(folder, "plans"));
  writeFileSync(join(folder, "plans", "list"), "text");
  const { file, path } = keep("plans/list");
  rmSync(join(folder, "plans"), { recursive: true });
  expect(file.putBack()).toBeNull();
  expect(readFileSync(path, "utf8")).toBe("text");
});

it("says why it could not be put back", () => {
  mkdirSync(join(folder, "plans"));
  writeFileSync(join(folder, "plans", "list"), "text");
  const { file } = keep("plans/list");
  rmSync(join(folder, "plans"), { recursive: true });
  writeFileSync(join(folder, "plans"), "in the way");
  expect(file.isGone).toBe(true);
  expect(file.putBack()).toMatch(/EEXIST|ENOTDIR/);
  expect(readFileSync(join(folder, "plans"), "utf8")).toBe("in the way");
});
