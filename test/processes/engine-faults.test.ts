import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { describeEngines, until } from "../engines/describe-engines.js";
import { type Engine, startEngine } from "../engines/engine.js";
import { type ImageParts, makeImageTar, removeImageTar } from "../engines/image.js";
import { findOther, findWithoutIds, me } from "../engines/people.js";
import { EnginePlace, readEnd } from "../engines/place.js";

const work = 'echo 1 > "work-$nonce.txt"';
const kinds = ["docker", "podman"] as const;

/** Imports an image; it is there as long as the engine. */
function addImage(engine: Engine, name: string, parts: ImageParts): void {
  const tar = makeImageTar(parts);
  const { code, err } = engine.run(["import", tar, name]);
  removeImageTar(tar);
  if (code !== 0) throw new Error(err);
}

describeEngines(": bad input", {}, ({ kind, person, test }) => {
  test("works in a project whose path has blanks, quotes and commas", async (engine) => {
    using place = new EnginePlace({ engine, person }, work);
    const odd = join(place.path, `my "odd", p'roject`);
    mkdirSync(odd);
    for (const name of ["TODO.md", ".gitignore", ".git"]) renameSync(join(place.path, name), join(odd, name));
    place.own();
    const words = place.words(["--check", "own=test -d .git"]);
    const { code, err, out } = await readEnd(place.spawn(words, {}, odd));
    expect({ code, err }, out).toEqual({ code: 0, err: "" });
    expect(readFileSync(join(odd, "TODO.md"), "utf8")).toBe("- [x] T1: one\n");
  });

  if (kind === "bwrap") return;

  test("refuses an image without sh", async (engine) => {
    addImage(engine, "without-sh:1", { without: ["sh"] });
    using place = new EnginePlace({ engine, person, image: "without-sh:1" }, work);
    const { code, err } = await place.go();
    expect(code).toBe(2);
    expect(err).toMatch(
      /the container of without-sh:1 did not start: .*"\/bin\/sh".*no such file[\s\S]*fix {2}the image needs \/bin\/sh/,
    );
  });

  test("says that git is not in an image, and goes on", async (engine) => {
    addImage(engine, "without-git:1", { with: [] });
    using place = new EnginePlace({ engine, person, image: "without-git:1" }, work);
    const { code, out } = await place.go();
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("git is not in the image without-git:1") });
  });

  test("refuses an image whose programs are for another processor", async (engine) => {
    addImage(engine, "other-processor:1", { with: [], processor: 183 });
    using place = new EnginePlace({ engine, person, image: "other-processor:1" }, work);
    const { code, err } = await place.go();
    expect(code).toBe(2);
    expect(err).toMatch(/did not start: .*exec format error[\s\S]*fix {2}the image is for another processor/);
  });

  test("refuses limits that cannot be had", async (engine) => {
    if (kind === "podman" && person.uid !== 0) return; // They may be ignored, which is told.
    using place = new EnginePlace({ engine, person }, work);
    const { code, err } = await place.go(["--sandbox-memory", "1k"]);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining("fix  use other limits: --sandbox-m"),
    });
  });
});

/** It can only be seen where control groups can be written. */
const limitsHold = existsSync("/sys/fs/cgroup/memory/memory.limit_in_bytes");

describeEngines(": a limit that is reached", { kinds, image: { with: ["git", "perl"] } }, ({ person, test }) => {
  test("is named, and no other cause; and nothing is left in the project", async (engine) => {
    if (person.uid !== 0 || !limitsHold) return;
    const fill = `perl -e '$x = "a" x (300 * 1024 * 1024); sleep 3'; head -c 200m /dev/zero > /tmp/big`;
    using place = new EnginePlace({ engine, person }, `${fill}; ${work}`);
    const { code, err } = await place.go(["--sandbox-memory", "100m"]);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("--sandbox-memory 100m") });
    expect(existsSync(join(place.path, "oom"))).toBe(false);
  });
});

describe.each(kinds)("%s", (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "untildone-small-"));
  const small = join(folder, "disk");
  mkdirSync(small);
  afterAll(() => rmSync(folder, { recursive: true }));

  it("refuses to start on a full disk, and leaves nothing", async ({ skip }) => {
    if (me.uid !== 0 || spawnSync("mount", ["-t", "tmpfs", "-o", "size=70m", "none", small]).status !== 0)
      return skip("a small disk cannot be mounted here");
    try {
      const engine = await startEngine(kind, me, small);
      if (typeof engine === "string") return skip(engine);
      using open = engine;
      addImage(open, "agents:1", {});
      spawnSync("sh", ["-c", `head -c 60m /dev/zero > ${small}/filler`]);
      using place = new EnginePlace({ engine: open, person: me }, work);
      const { code, err } = await place.go();
      expect(code).toBe(2);
      expect(err).toMatch(/did not start: .*no space left on device[\s\S]*fix {2}free some space/);
      rmSync(join(small, "filler"));
      expect(open.containers()).toEqual([]);
      expect(existsSync(join(place.path, "work.txt"))).toBe(false);
    } finally {
      spawnSync("umount", ["--lazy", small]);
    }
  });

  /** An engine that does not answer one of its commands. */
  const hangs = (command: string): string => {
    const script = `case "$1" in ${command}) echo $$ > ${folder}/pid; exec sleep 900;; image) echo linux/x;; esac`;
    writeFileSync(join(folder, kind), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return `${folder}:${process.env["PATH"]}`;
  };

  it.each([
    ["does not answer at all", "version", /cannot be used: no answer within 20 s/],
    ["does not start the container", "run", /did not start: it did not start within 60 s/],
  ])("that %s is given up, and nothing of it is left", { timeout: 150_000 }, async (_, command, told) => {
    const engine = {
      kind,
      env: { PATH: hangs(command) },
      run: () => never,
      containers: () => [],
      [Symbol.dispose]() {},
    };
    using place = new EnginePlace({ engine, person: me }, work);
    const { code, err } = await place.go();
    expect(code).toBe(2);
    expect(err).toMatch(told);
    expect(err).toContain(`fix  see that ${kind} works: ${kind} version`);
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    await until(() => !existsSync(`/proc/${pid}`));
  });
});

const never = { code: 1, out: "", err: "" };

describe("docker", () => {
  it("that does not run: says how to start it", async ({ skip }) => {
    if (spawnSync("docker", ["--version"]).status !== 0) return skip("docker is not installed");
    const env = { DOCKER_HOST: "unix:///nowhere/docker.sock" };
    const nobody = { run: () => never, containers: () => [], [Symbol.dispose]() {} };
    using place = new EnginePlace({ engine: { kind: "docker", env, ...nobody }, person: me }, work);
    const { code, err } = await place.go();
    expect(code).toBe(2);
    expect(err).toMatch(/docker cannot be used: .*daemon[\s\S]*fix {2}start it: systemctl start docker/i);
  });

  it("that a user may not use: says how to let them", async ({ skip }) => {
    const person = findOther();
    const engine = person === null ? "there is nobody else" : await startEngine("docker", person);
    if (person === null || typeof engine === "string") return skip(`${engine}`);
    using open = engine;
    chmodSync(open.env["DOCKER_HOST"]?.replace("unix://", "") ?? "", 0o600);
    using place = new EnginePlace({ engine: open, person }, work);
    const { code, err } = await place.go();
    expect(code).toBe(2);
    expect(err).toMatch(/permission denied[\s\S]*fix {2}let your user use docker: usermod --append --groups docker/);
  });
});

it("says what a user without subordinate ids needs for podman", async ({ skip }) => {
  const person = findWithoutIds();
  const engine = person === null ? "everybody has some" : await startEngine("podman", person);
  if (person === null || typeof engine === "string") return skip(`${engine}`);
  using open = engine;
  addImage(open, "agents:1", {});
  using place = new EnginePlace({ engine: open, person }, work);
  const { code, err } = await place.go();
  expect(code).toBe(2);
  expect(err).toMatch(/subuid[\s\S]*fix {2}give your user ids: usermod --add-subuids/);
  expect(open.containers()).toEqual([]);
});
