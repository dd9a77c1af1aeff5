import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandboxKinds } from "../../src/agents/sandbox/sandbox.js";
import { realPath } from "../../src/lib/files/folder.js";
import { startEngine } from "../engines/engine.js";
import { makeImageTar, removeImageTar } from "../engines/image.js";
import { me } from "../engines/people.js";
import { type Installed, install } from "./install.js";
import { RealPlace } from "./place.js";
import { realClis } from "./real-cli.js";
import { claim, doTask } from "./replies.js";
import "./row.js";

/** Node.js in a folder of its own, so that showing it inside covers nothing of the image. */
const tools = mkdtempSync(join(tmpdir(), "untildone-tools-"));
const node = join(tools, "node");
try {
  linkSync(realPath(process.execPath), node);
} catch {
  copyFileSync(process.execPath, node);
}
afterAll(() => rmSync(tools, { recursive: true }));

/** Looks for a key, does nothing, and says that the task is done. */
const hollow = (key: string) => [{ shell: `cat ${key}; echo looked` }, claim("It is there.", "src/double.js")];

describe.each([realClis.claude, realClis.codex])("$name in a sandbox", { timeout: 300_000 }, (cli) => {
  let installed: Installed;
  beforeAll(async () => {
    installed = await install(cli);
  }, 600_000);

  it.each(sandboxKinds)("does both tasks in %s, sees nothing else, and is refused what it did not do", async (kind) => {
    // The context of a test is not given to tests with a table.
    if (installed.bin === null) return console.warn(installed.why);
    const engine = await startEngine(kind, me);
    if (typeof engine === "string") return console.warn(`${kind} cannot be tried: ${engine}`);
    using open = engine;
    const program = join(installed.bin, cli.name);
    if (kind !== "bwrap") {
      const start = (words: string): string => `#!/bin/sh\nexec ${words} "$@"\n`;
      const script = realPath(program);
      const scripts = { node: start(node), [cli.name]: start(script.endsWith(".js") ? `${node} ${script}` : script) };
      const tar = makeImageTar({ with: ["git", "uname", "dirname"], libraries: [node, script], scripts });
      expect(open.run(["import", tar, "agents:1"]).err).not.toContain("rror");
      removeImageTar(tar);
    }
    await using place = await RealPlace.create({ cli, access: "key", folder: installed.bin });
    mkdirSync(join(place.home, ".ssh"));
    writeFileSync(join(place.home, ".ssh/id"), "the-private-key");
    place.model.play([...hollow(join(place.home, ".ssh/id")), ...doTask("double"), ...doTask("greet")]);
    const packages = join(installed.bin, "..");
    const image = kind === "bwrap" ? [] : ["--sandbox-image", "agents:1"];
    const run = place.start(
      [
        ...["--agent", cli.name, "--tasks", "TODO.md", "--check", "tests=node --test"],
        ...["--sandbox", kind, "--sandbox-network", "host", ...image],
        ...["--sandbox-mount", packages, "--sandbox-mount", tools],
      ],
      open.env,
    );
    expect(await run.ended(), run.err + run.out.slice(-3000)).toBe(0);
    expect(place.read("TODO.md")).toMatch(/\[x\] T1.*\n.*\[x\] T2/);
    expect(run.eventsOf("iteration-start")).toHaveLength(3);
    expect(run.eventsOf("sandbox-entered")).toMatchObject([{ kind, checks: "inside" }]);
    const told = place.model.turns.map(({ text }) => text).join("\n");
    expect(told).toContain("looked");
    expect(told).not.toContain("the-private-key");
    await place.waitUntilNothingRuns();
    await expect.poll(() => open.containers(), { timeout: 20_000 }).toEqual([]);
  });
});
