import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderGuard } from "./guard.js";

let folder = "";
let guard: FolderGuard;
const at = (name: string): string => join(folder, name);
const told = (): readonly string[] =>
  guard.restore().map(({ file, what }) => `${file.slice(folder.length + 1)} ${what}`);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "untildone-guard-test-"));
  writeFileSync(at("journal"), "one\n");
  writeFileSync(at("settings"), "a: 1\n");
  guard = new FolderGuard(at("journal"), [at("settings"), at("more"), at("linked")]);
});

afterEach(() => {
  guard.close();
  rmSync(folder, { recursive: true });
});

describe("what somebody else does to a guarded file", () => {
  it.each([
    { name: "nothing", act: () => undefined, tells: [] },
    { name: "a touch", act: () => utimesSync(at("settings"), 1, 1), tells: [] },
    { name: "the same words again", act: () => writeFileSync(at("settings"), "a: 1\n"), tells: [] },
    {
      name: "other words of the same length",
      act: () => writeFileSync(at("settings"), "a: 2\n"),
      tells: ["settings was changed by somebody else: put back"],
    },
    {
      name: "words removed from the journal",
      act: () => writeFileSync(at("journal"), ""),
      tells: ["journal was changed by somebody else: put back"],
    },
    {
      name: "its removal",
      act: () => rmSync(at("settings")),
      tells: ["settings was removed by somebody else: put back"],
    },
    {
      name: "a link in its place",
      act: () => {
        rmSync(at("settings"));
        symlinkSync("/dev/null", at("settings"));
      },
      tells: ["settings was changed by somebody else: put back"],
    },
    {
      name: "a folder in its place",
      act: () => {
        rmSync(at("settings"));
        mkdirSync(at("settings/inner"), { recursive: true });
      },
      tells: ["settings was changed by somebody else: put back"],
    },
  ])("$name", ({ act, tells }) => {
    guard.remember();
    act();
    expect(told()).toEqual(tells);
    expect(lstatSync(at("settings")).isFile()).toBe(true);
    expect(readFileSync(at("settings"), "utf8")).toBe("a: 1\n");
    expect(readFileSync(at("journal"), "utf8")).toBe("one\n");
    expect(told()).toEqual([]);
  });

  it("a file that was not there is set aside, be it a link", () => {
    guard.remember();
    symlinkSync("/dev/null", at("more"));
    expect(told()).toEqual([`more was made by somebody else: set aside as ${at("more.set-aside")}`]);
    expect(told()).toEqual([]);
  });

  it("a file is not put back through a link above its folder", () => {
    mkdirSync(at("state/logs"), { recursive: true });
    mkdirSync(at("elsewhere"));
    writeFileSync(at("state/logs/git.json"), "{}\n");
    const above = new FolderGuard(null, [at("state/logs/git.json")]);
    above.remember();
    rmSync(at("state"), { recursive: true });
    symlinkSync(at("elsewhere"), at("state"));
    const [restored] = above.restore();
    above.close();
    expect(restored?.what).toContain("its folder is now a link to");
    expect(existsSync(at("elsewhere/logs"))).toBe(false);
  });

  it("a link that was there before is the user's, and left alone", () => {
    symlinkSync(at("settings"), at("linked"));
    guard.remember();
    expect(told()).toEqual([]);
    expect(lstatSync(at("linked")).isSymbolicLink()).toBe(true);
  });

  it("our own writing, remembered, is what is put back from then on", () => {
    guard.remember();
    writeFileSync(at("journal"), "one\ntwo\n");
    guard.remember();
    writeFileSync(at("journal"), "one\nforged\n");
    expect(told()).toHaveLength(1);
    expect(readFileSync(at("journal"), "utf8")).toBe("one\ntwo\n");
  });

  it("nothing is put back before anything was remembered", () => {
    writeFileSync(at("settings"), "a: 3\n");
    expect(told()).toEqual([]);
  });
});
