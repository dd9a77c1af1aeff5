import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawText } from "../scripts/raw-text.mjs";

/**
 * One agent, one test runner and one tracker are added to a copy of the source, each as the contributor's guide says: a
 * file of its own and its line in the registry. Whatever else has to know of them must learn it from there.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
let place = "";

const added = {
  "src/agents/known/zebra.ts": `
import type { AgentCli, AgentStart } from "../agent-cli.js";
import { failed } from "../../decide/transcript.js";
import { addMessage } from "../transcripts/draft.js";
import { text } from "../transcripts/json.js";

export const zebra: AgentCli = {
  name: "zebra",
  events: {
    format: "zebra-lines",
    recognises: (first) => first.some((event) => "zebra" in event),
    unclosed: failed("cut-off", "the stream ends early"),
    isBulk: () => false,
    read(draft, event, line) {
      addMessage(draft, text(event["zebra"]), line);
      draft.ending = { is: "finished" };
    },
  },
};

export const zebraStart: AgentStart = {
  name: "zebra",
  format: "zebra-lines",
  args: ({ more }) => ["--stripes", ...more],
  prompt: "stdin",
  permissions: { all: { flags: [] } },
  reports: { cost: false, tokens: false, limits: "message", stopReasons: "exit-code" },
  setUp: { install: "npm install -g zebra", logIn: "zebra login" },
  logInSigns: { variables: ["ZEBRA_KEY"], files: [] },
  tried: "nothing",
};
`,
  "src/evidence/test-output/runners/zebra.ts": `
import { byShape, type Runner } from "../runner.js";

export const zebraTest: Runner = {
  name: "zebra-test",
  commands: ["zebra-test"],
  starts: ["stripes: "],
  reader: (ledger) =>
    byShape([[/^stripes: (\\d+) black, (\\d+) white$/, ([, passed, failed]) => ledger.conclude({ passed: Number(passed), failed: Number(failed) })]]),
};
`,
  "src/tasks/zebra.ts": `
import { createTracker, refused, type Tracker } from "./tracker.js";

export const zebraTracker = (): Tracker =>
  createTracker({
    name: "zebra",
    list: async () => ({ is: "tasks", format: "zebra", tasks: [], problems: [] }),
    mark: async () => refused("it is only read"),
  });
`,
};

/** The lines in the registries, before the line that is named. */
const registered: readonly (readonly [file: string, before: string, line: string])[] = [
  ["src/agents/known-agents.ts", "import type { Format }", 'import { zebra, zebraStart } from "./known/zebra.js";'],
  ["src/agents/known-agents.ts", "  codex,", "  zebra,"],
  ["src/agents/known-agents.ts", "  codexStart,", "  zebraStart,"],
  ["src/evidence/test-output/runners.ts", "import type { Runner }", 'import { zebraTest } from "./runners/zebra.js";'],
  ["src/evidence/test-output/runners.ts", "  jest,", "  zebraTest,"],
  ["src/tasks/tracker-specs.ts", "  github:", "  zebra: /^zebra$/,"],
  ["src/tasks/open.ts", "import { beadsTracker }", 'import { zebraTracker } from "./zebra.js";'],
  ["src/tasks/open.ts", "  github(world", "  zebra: () => zebraTracker(),"],
];

const asked = `
export { readTranscript } from "./src/agents/transcripts/read-transcript.js";
export { agentNames, knownAgent } from "./src/agents/start/start-agent.js";
export { runFlags } from "./src/cli/flags/run-flags-table.js";
export { looksLikeTests } from "./src/evidence/checks/tests/looks-like-tests.js";
export { readTestOutput } from "./src/evidence/test-output/read-test-output.js";
export { listFile } from "./src/tasks/find-list.js";
export { openTracker } from "./src/tasks/open-tracker.js";
`;

// biome-ignore lint/suspicious/noExplicitAny: what was built in the copy has no types here.
let built: any;

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "untildone-additions-"));
  cpSync(join(root, "src"), join(place, "src"), { recursive: true });
  cpSync(join(root, "package.json"), join(place, "package.json"));
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
  for (const [file, text] of Object.entries(added)) writeFileSync(join(place, file), text);
  for (const [file, before, line] of registered) {
    const text = readFileSync(join(place, file), "utf8");
    expect(text.split(`\n${before}`).length + (text.startsWith(before) ? 1 : 0), `${before} in ${file}`).toBe(2);
    writeFileSync(join(place, file), `\n${text}`.replace(`\n${before}`, `\n${line}\n${before}`));
  }
  writeFileSync(join(place, "asked.ts"), asked);
  const outfile = join(place, "asked.mjs");
  const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
  const options = { bundle: true, platform: "node", format: "esm", packages: "external" } as const;
  await build({ ...options, banner, plugins: [rawText], entryPoints: [join(place, "asked.ts")], outfile });
  built = await import(pathToFileURL(outfile).href);
});

afterAll(() => rmSync(place, { recursive: true, force: true }));

it("compiles: no union and no record elsewhere names them one by one", { timeout: 180_000 }, () => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, place);
  const files = [...Object.keys(added), ...registered.map(([file]) => file)].map((file) => join(place, file));
  const program = ts.createProgram([...new Set(files)], { ...options, noEmit: true, skipLibCheck: true });
  const checked = program.getSourceFiles().filter(({ fileName }) => files.includes(fileName));
  const told = checked.flatMap((file) => program.getSemanticDiagnostics(file));
  expect(checked).toHaveLength(new Set(files).size);
  expect(told.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
});

describe("a new agent", () => {
  it("is offered and started by its name", () => {
    expect(built.agentNames).toContain("zebra");
    expect(built.runFlags.agent.help).toContain("zebra");
    expect(built.knownAgent("zebra").invoke({ prompt: "go", resume: null }).words).toEqual(["zebra", "--stripes"]);
  });

  it("is read in its own format, by name and by looking", () => {
    for (const format of ["auto", "zebra-lines"])
      expect(built.readTranscript('{"zebra":"All tasks are done."}\n', { format })).toMatchObject({
        format: "zebra-lines",
        messages: [{ text: "All tasks are done." }],
      });
  });

  it("may begin a failure with its own name, as the other agents do; no other program may", () => {
    const kindOf = (stderr: string): string => {
      const { ending } = built.readTranscript("", { process: { exitCode: 1, stderr } });
      return ending.failure.kind;
    };
    expect(kindOf("claude: too many requests\n")).toBe("limit");
    expect(kindOf("zebra: too many requests\n")).toBe("limit");
    expect(kindOf("okapi: too many requests\n")).toBe("crash");
  });
});

describe("a new test runner", () => {
  it("is read, and a command that starts it is a check of tests", () => {
    expect(built.readTestOutput("stripes: 3 black, 1 white\n", { exitCode: 1 })).toMatchObject({
      status: "fail",
      framework: "zebra-test",
      failed: 1,
    });
    expect(built.looksLikeTests("quality", ["zebra-test", "--all"])).toBe(true);
    expect(built.looksLikeTests("quality", ["zebra", "--all"])).toBe(false);
  });
});

describe("a new tracker", () => {
  it("is opened by its name and is no file", async () => {
    const tracker = await built.openTracker("zebra", { cwd: place, env: {}, optionalSections: [] });
    expect(await tracker.list()).toMatchObject({ is: "tasks", format: "zebra" });
    expect(built.listFile("zebra")).toBeNull();
    expect(built.listFile("zebra.md")).toBe("zebra.md");
  });
});
