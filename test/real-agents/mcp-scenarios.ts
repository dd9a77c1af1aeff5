import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { bin, jsonLines } from "../e2e/cli.js";
import type { Reply } from "./fake-model/reply.js";
import { hookedClis } from "./hooked-cli.js";
import { type Installed, install } from "./install.js";
import { RealPlace } from "./place.js";
import type { RealCli } from "./real-cli.js";
import "./row.js";

const write = (name: string, content: string): Reply => ({ write: name, content });
const claims: Reply = { say: "I have done all of it. The task is complete." };
const double = write("src/double.js", "export const double = (n) => 2 * n;\n");
const greet = write("src/greet.js", 'export const greet = (name) => "Hello, " + name;\n');
const ask: Reply = { call: "may_i_stop", input: { message: "All done." } };

type Name = keyof typeof hookedClis;
/** Hooks that call a tool are known to these two. */
const hookFiles: Partial<Record<Name, (place: RealPlace) => string>> = {
  claude: ({ project }) => join(project, ".claude/settings.json"),
  codex: ({ home }) => join(home, ".codex/hooks.json"),
};

/** As docs/inside-your-agent.md shows it. */
const stopHook = (agent: Name) => {
  const names = ["session_id", "hook_event_name", "stop_hook_active", "last_assistant_message", "permission_mode"];
  const fields = [...names, ...(agent === "claude" ? ["background_tasks"] : [])].map((name) => [name, `\${${name}}`]);
  const input = { hook: agent, ...Object.fromEntries(fields) };
  return { type: "mcp_tool", server: "untildone", tool: "may_i_stop", input, timeout: 120 };
};

function mergeJson(file: string, more: object): void {
  mkdirSync(dirname(file), { recursive: true });
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  writeFileSync(file, JSON.stringify({ ...before, ...more }));
}

/** Plays sessions of a real CLI that has `untildone mcp` as a server, installed by `init`. */
export function testMcp(cli: RealCli & { readonly name: Name }): void {
  let installed: Installed;
  beforeAll(async () => {
    installed = await install(cli);
  }, 600_000);

  async function prepare(context: TestContext, { hook = false, words = "" } = {}) {
    if (installed.bin === null) return context.skip(installed.why);
    const place = await RealPlace.create({ cli, access: "key", folder: installed.bin });
    place.remove("TODO.md");
    const program = [process.execPath, bin].join(" ");
    const init = [process.execPath, bin, "init", `--${cli.name}`, "--mcp", "--program", program] as const;
    expect(await place.startProgram(init).ended()).toBe(0);
    useOnlyServer(place, hook, words);
    return place;
  }

  /** The hooks that `init` installs start a command: they are replaced by one that calls the server, or by none. */
  function useOnlyServer(place: RealPlace, hook: boolean, words: string): void {
    const { project, home } = place;
    if (cli.name === "codex") {
      place.remove(".codex/hooks.json");
      // The project's own settings need a trusted folder.
      const toml = join(home, ".codex/config.toml");
      writeFileSync(toml, `${readFileSync(toml, "utf8")}\n${addWords(place.read(".codex/config.toml"), words)}`);
      place.remove(".codex/config.toml");
    }
    if (cli.name === "claude") {
      place.write(".mcp.json", addWords(place.read(".mcp.json"), words));
      mergeJson(join(project, ".claude/settings.json"), { hooks: {}, enableAllProjectMcpServers: true });
    }
    if (cli.name === "gemini") {
      const settings = ".gemini/settings.json";
      place.write(settings, addWords(place.read(settings), words));
      mergeJson(join(project, settings), { hooks: {} });
    }
    const file = hookFiles[cli.name]?.(place);
    if (hook && file) mergeJson(file, { hooks: { Stop: [{ hooks: [stopHook(cli.name)] }] } });
  }

  const addWords = (settings: string, words: string): string =>
    words === "" ? settings : settings.replace('"mcp"', `"mcp",${words}`);

  async function play(context: TestContext, place: RealPlace, script: readonly Reply[]): Promise<string> {
    place.model.play(script);
    const run = place.startProgram(hookedClis[cli.name].words("Write double and greet."));
    const code = await run.ended();
    context.task.meta.row = {
      ...{ agent: cli.name, scenario: context.task.name, code, seconds: run.seconds },
      version: installed.bin === null ? "" : installed.version,
      outcome: readJournal(place).at(-1) ?? "no decision",
    };
    expect(code, run.err + run.out).toBe(0);
    await place.waitUntilNothingRuns();
    return place.model.turns.at(-1)?.text ?? "";
  }

  describe(`untildone mcp in ${cli.name}`, { timeout: 300_000 }, () => {
    it("answers the model's question, as often as it asks, and changes nothing", async (context) => {
      await using place = await prepare(context);
      const last = await play(context, place, [double, ask, greet, ask, claims]);
      expect(last).toContain("No, not yet: untildone ran the checks itself.");
      expect(last).toContain("greet works");
      expect(last).toContain("Yes: neither the checks");
      expect(readJournal(place)).toEqual([]);
    });

    it.runIf(cli.name === "claude")("comes with the plugin, beside its hook", async (context) => {
      if (installed.bin === null) return context.skip(installed.why);
      await using place = await RealPlace.create({ cli, access: "key", folder: installed.bin });
      place.remove("TODO.md");
      const shim = join(place.home, "bin/untildone");
      mkdirSync(dirname(shim));
      writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`, { mode: 0o755 });
      place.model.play([double, ask, claims, greet, ask, claims]);
      const plugin = fileURLToPath(new URL("../../plugin", import.meta.url));
      const words = [...hookedClis.claude.words("Write double and greet."), "--plugin-dir", plugin] as const;
      const path = [dirname(shim), installed.bin, process.env["PATH"]].join(":");
      const run = place.startProgram(words, { PATH: path });
      expect(await run.ended(), run.err + run.out).toBe(0);
      const last = place.model.turns.at(-1)?.text ?? "";
      expect(last).toContain("No, not yet: untildone ran the checks itself.");
      expect(refusals(last)).toEqual(["1"]);
      expect(readJournal(place)).toEqual([null, "completed"]);
      await place.waitUntilNothingRuns();
    });

    it("keeps nobody when the server cannot start", async (context) => {
      await using place = await prepare(context, { hook: true, words: '"--no-such-option"' });
      expect(await play(context, place, [double, claims])).not.toContain("refused this stop");
      expect(place.model.turns.length).toBe(2);
    });
  });

  describe.runIf(cli.name in hookFiles)(
    `a Stop hook of ${cli.name} that calls the server`,
    { timeout: 300_000 },
    () => {
      it("refuses a premature stop, names the failing test, and lets the repaired work go", async (context) => {
        await using place = await prepare(context, { hook: true });
        const last = await play(context, place, [double, claims, greet, claims]);
        expect(refusals(last)).toEqual(["1"]);
        expect(last).toContain("greet works");
        expect(readJournal(place)).toEqual([null, "completed"]);
      });

      it("refuses no more than our limit, and calls that no completion", async (context) => {
        await using place = await prepare(context, { hook: true, words: '"--set","maxStopRefusals=3"' });
        const attempts = Array.from({ length: 9 }, (_, at) => [write("src/greet.js", `// attempt ${at}\n`), claims]);
        expect(refusals(await play(context, place, attempts.flat()))).toEqual(["1", "2", "3"]);
        expect(readJournal(place).at(-1)).toBe("aborted");
      });

      it("cannot be played by the model", async (context) => {
        await using place = await prepare(context, { hook: true });
        const input = { hook: cli.name, session_id: "another", last_assistant_message: "All done." };
        const fake: Reply = { call: "may_i_stop", input };
        const last = await play(context, place, [double, fake, fake, claims, greet, claims]);
        expect(refusals(last)).toEqual(["1"]);
        expect(readJournal(place)).toEqual([null, "completed"]);
      });

      it("lets go an agent that reported itself blocked", async (context) => {
        await using place = await prepare(context, { hook: true });
        const blocked: Reply = { call: "report_blocked", input: { reason: "nobody told me the greeting" } };
        const last = await play(context, place, [double, blocked, { say: "I looked into it." }]);
        expect(refusals(last)).toEqual([]);
        expect(readJournal(place)).toEqual(["blocked"]);
      });
    },
  );
}

const refusals = (text: string): readonly string[] =>
  [...text.matchAll(/refused this stop \((\d+) of at most \d+\)/g)].map(([, at = ""]) => at);

function readJournal(place: RealPlace): readonly (string | null)[] {
  if (!existsSync(join(place.project, ".ralph/decisions.jsonl"))) return [];
  return jsonLines(place.read(".ralph/decisions.jsonl")).map(
    ({ decision }) => (decision as { outcome: string | null }).outcome,
  );
}
