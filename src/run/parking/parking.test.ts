import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Workplace } from "../../../test/e2e/cli.js";
import { addTurn, noWork } from "../../evidence/ledger/task-work.js";
import { changesBetween } from "../../evidence/workspace/changes.js";
import { KeptContents } from "../../evidence/workspace/kept-contents.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import { entryAt } from "../../lib/files/file-content.js";
import { bringBack } from "./bring-back.js";
import { parkWork } from "./park-work.js";
import type { ParkedWork } from "./parked-work.js";
import { ParkingPlace } from "./parking-place.js";
import { planParking } from "./plan-parking.js";
import { settleParking } from "./settle-parking.js";

/** A project with a bit of everything, and a task that changes it all. */
function start(isGit: boolean) {
  const place = new Workplace();
  place.write("a.txt", "one\ntwo\nthree\n");
  place.write("gone.txt", "was here\n");
  place.write("run.sh", "echo run\n");
  place.write("old/name.txt", "moved\n");
  place.write("image.bin", Buffer.from([0, 1, 2, 255, 254]));
  symlinkSync("a.txt", join(place.path, "link"));
  if (isGit) place.commitAll();
  place.write("mine.txt", "uncommitted, of a person\n");
  return place;
}

function work(place: Workplace) {
  place.write("a.txt", "one\nTWO\nthree\n");
  place.write("mine.txt", "changed by the task\n");
  place.write("new/folder/b.txt", "new\n");
  place.write("image.bin", Buffer.from([0, 9, 9, 9]));
  chmodSync(join(place.path, "run.sh"), 0o755);
  for (const name of ["gone.txt", "old/name.txt", "link"]) rmSync(join(place.path, name));
  place.write("fresh/name.txt", "moved\n");
  symlinkSync("image.bin", join(place.path, "link"));
}

async function park(place: Workplace, act: (place: Workplace) => void = work) {
  const lot = new ParkingPlace(place.stateHome);
  const contents = new KeptContents(`${place.stateHome}/contents`);
  const before = await lookAtWorkspace(place.path);
  contents.keep(before);
  act(place);
  const after = await lookAtWorkspace(place.path);
  const { files } = addTurn(noWork, await changesBetween(before, after));
  const plan = planParking({ files, done: [], roots: after.roots.map(({ path }) => path), entryAt });
  const named = { run: "r1", task: "T9", title: "the impossible", patchFile: join(place.path, ".ralph/parked/T9") };
  return { lot, before, after, plan, result: await parkWork({ place: lot, contents, ...named }, plan) };
}

const snapshot = async (place: Workplace) =>
  (await lookAtWorkspace(place.path, { ignore: [join(place.path, ".ralph")] })).snapshot;

describe.each([
  ["with git", true],
  ["without git", false],
])("parked work, %s", (_, isGit) => {
  it("is taken out file by file, and comes back as it was", async () => {
    using place = start(isGit);
    const { lot, before, after, result } = await park(place);
    if (result.is !== "parked") throw new Error(result.why);
    expect(await snapshot(place)).toBe(before.snapshot);
    expect(existsSync(join(place.path, "new"))).toBe(false);
    expect(readlinkSync(join(place.path, "link"))).toBe("a.txt");
    expect(place.read("mine.txt")).toBe("uncommitted, of a person\n");
    const [found] = lot.list();
    if (!found) throw new Error("nothing is listed");
    expect(await bringBack(lot, found)).toMatchObject({ is: "back" });
    expect(await snapshot(place)).toBe(after.snapshot);
    expect(lstatSync(join(place.path, "run.sh")).mode & 0o100).toBe(0o100);
    expect(readFileSync(join(place.path, "image.bin"))).toEqual(Buffer.from([0, 9, 9, 9]));
  });

  it("comes back beside what others changed in other lines", async () => {
    using place = start(isGit);
    const { lot } = await park(place);
    place.write("a.txt", "one\ntwo\nthree\nfour, of somebody else\n");
    place.write("other.txt", "theirs\n");
    expect(await bringBack(lot, only(lot))).toMatchObject({ is: "back" });
    expect(place.read("a.txt")).toBe("one\nTWO\nthree\nfour, of somebody else\n");
    expect(place.read("other.txt")).toBe("theirs\n");
  });

  it.each([
    ["the same lines", "a.txt", "one\nzwei\nthree\n"],
    ["a binary file", "image.bin", "\0text now"],
    ["a file that the task made", "new/folder/b.txt", "somebody else's\n"],
  ])("does not come back over %s, and nothing is touched", async (__, name, text) => {
    using place = start(isGit);
    const { lot } = await park(place);
    place.write(name, text);
    const before = await snapshot(place);
    expect(await bringBack(lot, only(lot))).toEqual({ is: "conflict", files: [name] });
    expect(await snapshot(place)).toBe(before);
    expect(lot.list()).toHaveLength(1);
  });

  it("that was being taken out when the run was killed is taken out at the next start", async () => {
    using place = start(isGit);
    const { lot, before } = await park(place);
    const parked = only(lot);
    await bringBack(lot, parked);
    rmSync(join(place.path, "new"), { recursive: true });
    lot.save({ ...parked, state: "parking" });
    expect(settleParking(lot)).toEqual([]);
    expect(await snapshot(place)).toBe(before.snapshot);
    expect(only(lot).state).toBe("parked");
  });

  it("that was coming back when the run was killed is taken out again, to what stood there", async () => {
    using place = start(isGit);
    const { lot } = await park(place);
    place.write("a.txt", "one\ntwo\nthree\nfour\n");
    const stood = await snapshot(place);
    await bringBack(lot, only(lot));
    expect(only(lot).state).toBe("returning");
    settleParking(lot);
    expect(await snapshot(place)).toBe(stood);
  });
});

const only = (lot: ParkingPlace): ParkedWork => {
  const [work] = lot.list();
  if (!work) throw new Error("nothing is parked");
  return work;
};

describe("parked work with git", () => {
  it("is a ref and a patch that apply to what stood there", async () => {
    using place = start(true);
    const { result, before } = await park(place);
    if (result.is !== "parked") throw new Error(result.why);
    const { ref, patch } = result.work;
    const git = (...words: string[]) => spawnSync("git", words, { cwd: place.path, encoding: "utf8" });
    expect(ref).toBe("refs/untildone/parked/r1/T9");
    expect(git("diff", "--name-only", `${ref}^`, ref ?? "").stdout).toContain("new/folder/b.txt");
    expect(git("apply", "--check", patch ?? "").stderr).toBe("");
    expect(before.roots[0]?.commit).toBe(git("rev-parse", "HEAD").stdout.trim());
  });
});

describe("what is not taken out", () => {
  const entry = { mode: "100644", hash: "a".repeat(40) };
  const text = `${entry.mode} ${entry.hash}`;
  const base = { files: { "/p/a.js": { from: null, to: text, cosmetic: false } }, done: [], roots: ["/p"] };
  const now = () => entry;

  it.each([
    ["a file that is as the task left it is", base, now, []],
    ["a file somebody changed since", base, () => ({ ...entry, hash: "b".repeat(40) }), ["it was changed since"]],
    ["a file somebody removed since", base, () => null, ["it was changed since"]],
    [
      "a file that others changed between two turns",
      { ...base, files: { "/p/a.js": { from: null, to: text, cosmetic: false, isMixed: true as const } } },
      now,
      ["others changed it, too"],
    ],
    [
      "a file that a done task names as its work",
      { ...base, done: [{ ...noWork, done: true, owns: [{ path: "/p/a.js", lines: "whole" as const }] }] },
      now,
      ["a done task names it as its work"],
    ],
    [
      "a submodule",
      { ...base, files: { "/p/a.js": { from: `160000 ${"c".repeat(40)}`, to: text, cosmetic: false } } },
      now,
      ["it is a submodule"],
    ],
  ])("%s", (_, toPark, at, why) => {
    const plan = planParking({ ...toPark, entryAt: at });
    expect(plan.staying.map((file) => file.why)).toEqual(why);
    expect(plan.files).toHaveLength(why.length === 0 ? 1 : 0);
  });

  it("a branch or a tag is not touched", () => {
    const plan = planParking({
      ...base,
      files: { "refs/heads/x": { from: null, to: "f", cosmetic: false } },
      entryAt: now,
    });
    expect(plan).toEqual({ files: [], staying: [] });
  });
});
