import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, type TestContext } from "vitest";
import { bin } from "../e2e/cli.js";
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

/** Shows that a real CLI loads what `init` wrote into its settings, and no longer after `--remove`. */
export function testInit(cli: RealCli & { readonly name: keyof typeof hookedClis }): void {
  let installed: Installed;
  beforeAll(async () => {
    installed = await install(cli);
  }, 600_000);

  async function prepare(context: TestContext) {
    if (installed.bin === null) return context.skip(installed.why);
    const place = await RealPlace.create({ cli, access: "key", folder: installed.bin });
    place.remove("TODO.md");
    if (cli.name === "codex") trustFolder(place);
    return place;
  }

  async function init(place: RealPlace, ...words: readonly string[]): Promise<void> {
    const program = [process.execPath, bin].join(" ");
    const run = place.startProgram([process.execPath, bin, "init", "--yes", "--program", program, ...words]);
    expect(await run.ended(), run.err).toBe(0);
  }

  /** What the agent was told by the hook, and how many stops the hook has answered so far. */
  async function play(context: TestContext, place: RealPlace, script: readonly Reply[]) {
    place.model.play(script);
    const run = place.startProgram(hookedClis[cli.name].words("Write double and greet."));
    const code = await run.ended();
    context.task.meta.row = {
      ...{ agent: cli.name, scenario: context.task.name, code, seconds: run.seconds },
      version: installed.bin === null ? "" : installed.version,
      outcome: "",
    };
    expect(code, run.err + run.out).toBe(0);
    await place.waitUntilNothingRuns();
    const text = place.model.turns.at(-1)?.text ?? "";
    return { refusals: text.match(/refused this stop/g)?.length ?? 0, answered: countAnswers(place) };
  }

  describe(`init --${cli.name}`, { timeout: 300_000 }, () => {
    it("writes a hook that the agent starts, and no longer after --remove, which restores every file", async (context) => {
      await using place = await prepare(context);
      const before = settingsOf(place);
      await init(place, `--${cli.name}`);
      const { refusals, answered } = await play(context, place, [double, claims, greet, claims]);
      expect(refusals).toBe(1);
      expect(answered).toBeGreaterThanOrEqual(2);
      await init(place, `--${cli.name}`, "--remove");
      expect(settingsOf(place)).toEqual(before);
      const broken = write("src/greet.js", "export const greet = 1;\n");
      expect(await play(context, place, [broken, claims])).toEqual({ refusals: 0, answered });
    });

    it("--mcp names a server that the agent lists, and no longer after --remove", async (context) => {
      await using place = await prepare(context);
      const before = settingsOf(place);
      expect(await listServers(place)).not.toContain("untildone");
      await init(place, `--${cli.name}`, "--mcp");
      expect(await listServers(place)).toMatch(/untildone.*cli\.cjs.*mcp/);
      await init(place, "--remove");
      expect(settingsOf(place)).toEqual(before);
      expect(await listServers(place)).not.toContain("untildone");
    });
  });

  async function listServers(place: RealPlace): Promise<string> {
    const run = place.startProgram([cli.name, "mcp", "list"]);
    expect(await run.ended(), run.err).toBe(0);
    return (run.out + run.err).replaceAll(place.project, "").replaceAll(place.home, "");
  }
}

/** The settings of a project count only in folders that the person trusts. */
function trustFolder({ home, project }: RealPlace): void {
  const file = join(home, ".codex/config.toml");
  writeFileSync(
    file,
    `${readFileSync(file, "utf8")}\n[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n`,
  );
}

/** Every file of the project that is not the agent's work, with its content. */
const settingsOf = ({ project }: RealPlace): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(project, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !/\/(?:\.git|src|\.ralph)\//.test(path.slice(project.length)))
      .map((path) => [path.slice(project.length), readFileSync(path, "latin1")]),
  );

const countAnswers = (place: RealPlace): number =>
  existsSync(join(place.project, ".ralph/logs/hook.log"))
    ? place.read(".ralph/logs/hook.log").trim().split("\n").length
    : 0;
