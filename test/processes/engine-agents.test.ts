import { chmodSync, copyFileSync, linkSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { realPath } from "../../src/lib/files/folder.js";
import { jsonLines } from "../e2e/cli.js";
import { describeEngines } from "../engines/describe-engines.js";
import { EnginePlace, readEnd } from "../engines/place.js";
import { FleetPlace, isRedisThere } from "./fleet-place.js";

/** Node.js in a folder of its own, so that showing it inside covers nothing of the image. */
const tools = mkdtempSync(join(tmpdir(), "untildone-node-"));
try {
  linkSync(realPath(process.execPath), join(tools, "node"));
} catch {
  copyFileSync(process.execPath, join(tools, "node"));
}
chmodSync(tools, 0o755);
afterAll(() => rmSync(tools, { recursive: true }));

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** As Claude Code and Codex would speak: the one fails while there is a file "limited", the other works. */
const claude = [
  "cat > /dev/null",
  '[ -f limited ] && { echo \'{"type":"result","subtype":"success","is_error":true,"result":"Not logged in · Please run /login","total_cost_usd":0}\'; exit 1; }',
  'echo planned > plan.txt; echo \'{"type":"result","subtype":"success","is_error":false,"result":"Planned.","total_cost_usd":0}\'',
];
const codex = [
  'nonce=$(sed -n "s/^NONCE: //p" | tail -1); echo 1 > work.txt',
  'echo \'{"type":"thread.started","thread_id":"x1"}\'',
  'printf \'{"type":"item.completed","item":{"id":"i1","type":"agent_message","text":"Done.\\\\n\\\\n---TASK_STATUS---\\\\nSTATUS: COMPLETE\\\\nWORK: work.txt\\\\nNOTE: done\\\\nNONCE: %s\\\\n---END_TASK_STATUS---"}}\\n\' "$nonce"',
  'echo \'{"type":"turn.completed","usage":{"input_tokens":1,"cached_input_tokens":0,"output_tokens":1}}\'',
];
const scripts = {
  claude: ["#!/bin/sh", ...claude, ""].join("\n"),
  codex: ["#!/bin/sh", ...codex, ""].join("\n"),
};

describeEngines(": agents", { image: { with: ["git"], libraries: [process.execPath], scripts } }, (seat) => {
  const { kind, person, test } = seat;

  /** A place where the two are installed: in the image, or on the path. */
  const placeWithBoth = (engine: ConstructorParameters<typeof EnginePlace>[0]["engine"]): EnginePlace => {
    const place = new EnginePlace({ engine, person }, "true");
    place.tool("claude", claude.join("\n"));
    place.tool("codex", codex.join("\n"));
    return place;
  };
  const path = (place: EnginePlace) => ({ PATH: `${place.tools}:${process.env["PATH"]}` });
  const words = (place: EnginePlace, ...more: readonly string[]) => [
    ...["run", "--set", "unverified=accept", "--tasks", "TODO.md", "--json", ...place.inside(), ...more],
  ];

  test("let the next one take over", async (engine) => {
    using place = placeWithBoth(engine);
    place.write("limited", "");
    place.commitAll();
    const run = await readEnd(place.spawn(words(place, "--agent", "claude,codex"), path(place)));
    expect({ code: run.code, err: run.err }, run.out).toEqual({ code: 0, err: "" });
    expect(place.read("work.txt")).toBe("1\n");
  });

  test("work in phases, each with its own", async (engine) => {
    using place = placeWithBoth(engine);
    const phases = [
      { name: "plan", prompt: "plan.md", agent: "claude" },
      { name: "work", agent: "codex" },
    ];
    place.write("plan.md", "Plan the work.\n");
    place.write(".ralph/config.json", JSON.stringify({ phases }));
    place.commitAll();
    const run = await readEnd(place.spawn(words(place, "--agent", "codex"), path(place)));
    expect({ code: run.code, err: run.err }, run.out).toEqual({ code: 0, err: "" });
    expect([place.read("plan.txt"), place.read("work.txt")]).toEqual(["planned\n", "1\n"]);
  });

  test("speak the Agent Client Protocol from inside", async (engine) => {
    using place = new EnginePlace({ engine, person }, "true");
    const agent = `acp:${join(tools, "node")} ${inRepository("test/processes/acp-agent.mjs")} sandboxed`;
    const mounts = [tools, inRepository("test/processes"), inRepository("node_modules")];
    const shown = mounts.flatMap((folder) => ["--sandbox-mount", folder]);
    const run = await readEnd(place.spawn(words(place, "--agent", agent, ...shown)));
    expect({ code: run.code, err: run.err }, run.out).toEqual({ code: 0, err: "" });
    expect(place.read("log")).toContain('"IS_SANDBOX":"1"');
    expect(jsonLines(run.out).filter(({ type }) => type === "agent-end")).toMatchObject([{ leftBehind: 0 }]);
  });

  if (person.uid !== 0) return;

  test("work for a fleet", async (engine) => {
    if (!isRedisThere) return console.warn("redis-server is not installed");
    await using fleet = await FleetPlace.open();
    using place = new EnginePlace({ engine, person }, "true");
    const hashes = "mkdir -p parts; echo whole > parts/1; ls -A .ralph > seen.txt 2> /dev/null";
    place.agent(`${hashes}; cat ${fleet.path}/secret >> seen.txt`);
    writeFileSync(join(fleet.path, "secret"), "the secret");
    const bare = fleet.repository("one", "- [ ] T1: part\n");
    const id = await fleet.submit([bare]);
    // bwrap has no loopback of its own: what that means is accepted, else the worker does not start.
    const inside = [...place.inside(), "--command", join(place.tools, "my-agent"), "--insecure-redis"];
    fleet.worker("inside", inside, { ...fleet.env(), ...engine.env });
    await fleet.ended(id);
    const status = await fleet.cli(["status", id]);
    expect(status.code, status.out + (kind === "bwrap" ? "" : status.err)).toBe(0);
    expect(fleet.show(bare, id, "parts/1")).toBe("whole");
    expect(fleet.show(bare, id, "seen.txt")).toBe("");
  });
});
