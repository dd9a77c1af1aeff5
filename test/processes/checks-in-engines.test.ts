import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, startEngine } from "../engines/engine.js";
import { makeImageTar, removeImageTar } from "../engines/image.js";
import { me } from "../engines/people.js";
import { EnginePlace } from "../engines/place.js";

const tar = makeImageTar();
afterAll(() => removeImageTar(tar));

describe.each(["docker", "podman"] as const)("checks in %s", (kind) => {
  let engine: Engine | null = null;

  beforeAll(async () => {
    const started = await startEngine(kind, me);
    if (typeof started === "string") return console.warn(`${kind} cannot be tried: ${started}`);
    engine = started;
    const { code, err } = engine.run(["import", tar, "agents:1"]);
    if (code !== 0) throw new Error(`${kind} import: ${err}`);
  });
  afterAll(() => engine?.[Symbol.dispose]());

  it("reach nothing of ours, keep nothing, and are gone with the run", async ({ skip }) => {
    if (engine === null) return skip();
    using place = new EnginePlace({ engine, person: me }, 'echo 1 > "work-$nonce.txt"');
    const tries = [
      `cat ${place.home}/.ssh/id`,
      "ls -A .ralph",
      "echo x > .git/hooks/pre-commit",
      "cat $HOME/left /tmp/left-here",
      "grep -v -e lo: -e Inter -e face -e packets /proc/net/dev",
      'for each in /proc/[0-9]*; do tr "\\0" " " < $each/cmdline; done 2>/dev/null | grep "sleep 4[7]41"',
    ];
    const lines = tries.map(
      (command, at) => `( ${command} ) > got 2>/dev/null && echo "reached ${at} $(cat got)" >> reached.txt`,
    );
    place.write(
      "check.sh",
      [...lines, "rm -f got", 'touch "$HOME/left"', "sleep 4741 > /dev/null 2>&1 &", "exit 0"].join("\n"),
    );
    const { code, out, err } = await place.go(["--check", "tries=sh check.sh", "--set", "checkEachTurnSeconds=30"]);
    expect({ code, out, err }).toMatchObject({ code: 0, err: "" });
    expect(out).toContain("checks run in a sandbox of their own");
    // The state folder is there, and empty.
    const reached = existsSync(join(place.path, "reached.txt")) ? place.read("reached.txt") : "";
    expect(reached.split("\n").filter((line) => line !== "" && !/^reached 1 $/.test(line))).toEqual([]);
    expect(lstatSync(join(place.path, "check.sh")).uid).toBe(me.uid);
    const started = engine;
    await expect.poll(() => started.containers(), { timeout: 20_000 }).toEqual([]);
  });

  it("that miss a program end the start with what to do about the image", async ({ skip }) => {
    if (engine === null) return skip();
    using place = new EnginePlace({ engine, person: me }, "true");
    const { code, out, err } = await place.go(["--check", "lint=python3 -c 0"]);
    expect({ code, ran: out.includes("iteration 1") }, err).toEqual({ code: 2, ran: false });
    expect(err).toContain("add it to the image, or run the checks outside of the sandbox: --checks-outside");
  });
});
