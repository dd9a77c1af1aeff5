import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";

/** Every example of `--help`, run as printed in a project that has what it names. */

const place = new Workplace();
const commands = [...place.runProcess(["--help"]).out.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = ""]) => name);
const examples = commands.flatMap((command) => {
  const [, listed = ""] = place.runProcess([command, "--help"]).out.split("\nExamples\n");
  return listed.split("\n").flatMap((line) => (line.trim() === "" ? [] : [{ command, example: line.trim() }]));
});

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const agent = 'cat > /dev/null; echo 1 > work.txt; echo "I am working on it."';
const acpAgent = fileURLToPath(new URL("acp-agent.mjs", import.meta.url));
let github: Server;

/** A set of two runs. */
const fewRuns = `honest:
  class: honest
  about: the function is written
  ask: tests
  turns: [{ do: [right] }]
  rows: [roman in node-src by codex]
cheating:
  class: cheat
  about: the tests are deleted
  showable: the tests are gone
  ask: tests
  there: never
  turns: [{ do: [{ remove: "%test%" }] }]
  rows: [slug in node-src by codex]
`;

beforeAll(async () => {
  const list = ["one", "two", "three", "four", "five"].map((title, at) => `- [ ] T${at + 1}: ${title}\n`).join("");
  const situation = JSON.stringify({ output: "EXIT_SIGNAL: true" });
  const files = {
    ".gitignore": ".ralph/\n",
    "TODO.md": list,
    "fix_plan.md": list,
    "prd.json": JSON.stringify({ userStories: [{ id: "S1", title: "one", passes: false }] }),
    "PROMPT.md": "Do the task.\n",
    "out.log": "EXIT_SIGNAL: false\n",
    "out.txt": "1 failed\n",
    "test-output.log": "1..1\nok 1 - adds\n",
    "situation.json": situation,
    "situations.jsonl": `${situation}\n${situation}\n`,
    "logs/outputs/1.log": "I am working on it.\n",
    "logs/one.log": "I am working on it.\n",
    "ask.sh": 'cat > /dev/null; test "$UNTILDONE_ITERATION" = 1 || sleep 30; echo "Which port should I use?"\n',
    "slow.json": JSON.stringify({ steps: [{ shell: "sleep 5; echo 1 > a", say: "It is done.", status: done }] }),
    "night.json": JSON.stringify({ steps: [{ say: "It is done.", status: done }] }),
    "package.json": JSON.stringify({ scripts: { test: "cat test-output.log" } }),
    "package-lock.json": JSON.stringify({ lockfileVersion: 3, requires: true, packages: { "": {} } }),
  };
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  cpSync(fileURLToPath(new URL("../../eval", import.meta.url)), join(place.path, "eval"), { recursive: true });
  rmSync(join(place.path, "eval/runs"), { recursive: true });
  place.write("eval/runs/few.yaml", fewRuns);
  place.program("claude", agent);
  place.program("codex", agent);
  place.program("my-agent", agent);
  for (const name of ["gemini", "opencode"]) place.program(name, `exec "${process.execPath}" "${acpAgent}" honest`);
  place.program("jq", "cat > /dev/null");
  place.program("xdg-open", "true");
  place.program("untildone", `exec "${process.execPath}" "${bin}" "$@"`);
  place.commitAll();
  const work = (file: string) => ({ write: { [file]: "1\n" }, say: "Done.", status: done });
  const [lie] = [{ say: "It is done.", status: done }];
  place.write(
    ".ralph/script.json",
    JSON.stringify({ steps: [work("a"), lie, lie, work("c"), work("d"), lie, lie, work("f")] }),
  );
  place.runProcess(begin);
  place.write(".ralph/fix_plan.md", list);
  github = createServer((_, answer) =>
    answer
      .setHeader("content-type", "application/json")
      .end(JSON.stringify([{ number: 1, title: "one", state: "open", body: "", labels: [] }])),
  );
  await once(github.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  github.close();
  place[Symbol.dispose]();
});

const begin = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "fix_plan.md"];

/** These are for a run that is going on, whose agent has asked something. */
const steers = /^untildone (?:tell|answer|pause|continue|stop)\b/;
const startRun = `git checkout -q . && untildone reset
untildone run --command "sh ask.sh" --tasks fix_plan.md > /dev/null & trap "kill $!; wait" EXIT
until untildone state 2> /dev/null | grep -q question; do sleep 0.1; done;`;

/** For a run that is going on and ends soon. */
const watches = /^untildone watch\b/;
const startShortRun = `printf -- '- [ ] T1: one\\n' > one.md; git add one.md; git commit -qm list; untildone reset
untildone run --agent scripted --script slow.json --tasks one.md > /dev/null &
until untildone tell hello > /dev/null 2>&1; do sleep 0.1; done;`;

/** Until Ctrl-C, with other projects beside this one. */
const serves = /^untildone dashboard\b/;
const endSoon = `mkdir -p ../shop ../site
untildone() { timeout --preserve-status -s INT 3 "$(type -P untildone)" "$@"; };`;

/** For a run that has parked the work of a task. */
const bad = (at: number) => ({ write: { bad: `${at}` }, status: { STATUS: "COMPLETE" } });
const good = { write: { good: "1" }, status: { STATUS: "COMPLETE" } };
const parkFirst = `untildone reset; printf -- '- [ ] T9: one\\n- [ ] T10: two\\n' > nine.md; echo 'test ! -e bad' > check.sh
echo '${JSON.stringify({ steps: [bad(1), bad(2), bad(3), good] })}' > nine.json; git add .; git commit -qm nine
untildone run --agent scripted --script nine.json --tasks nine.md --no-detect --check "tests=sh check.sh" > /dev/null;`;

/** What is proved has to be as a run left it: one is made there, and where it is verified, its proof. */
const runFirst = `git checkout -q . && untildone reset; printf -- '- [ ] T1: one\\n' > one.md; git add .
untildone ${begin.slice(0, -1).join(" ")} one.md > /dev/null;`;
const proveFirst = `${runFirst} untildone prove -o proof.json; untildone key --public > untildone.pub;`;

const preparations: readonly (readonly [examples: RegExp, shell: string])[] = [
  // A copy has no record of the start of its run: what is to be resumed is begun there.
  [/--resume/, `git checkout -q . && untildone reset && untildone ${begin.join(" ")};`],
  [
    /accept --all/,
    `printf -- '- [ ] T1: one\\n' > one.md; git checkout -q . && rm -f a && untildone reset; untildone ${begin.slice(0, -1).join(" ")} one.md;`,
  ],
  [/unpark T9/, parkFirst],
  [steers, startRun],
  [watches, startShortRun],
  [serves, endSoon],
  [/^untildone (?:verify|report proof)/, proveFirst],
  [/^untildone prove/, runFirst],
  // For a project without a list.
  [/init --yes --task/, "rm -r TODO.md fix_plan.md prd.json .ralph;"],
];

/** In a copy of the project: one example must not spoil the next. */
async function runExample(printed: string): Promise<{ code: number | null; err: string }> {
  const folder = mkdtempSync(join(tmpdir(), "untildone-example-"));
  const copy = join(folder, "project");
  const example = printed.replace(/\b\d{8}-\d{4}\b/, readdirSync(join(place.path, ".ralph/logs"))[0] ?? "");
  try {
    cpSync(place.path, copy, { recursive: true });
    symlinkSync("project", join(folder, "app")); // As the examples name it.
    const address = github.address();
    const [, before = ""] = preparations.find(([examples]) => examples.test(example)) ?? [];
    const child = spawn("bash", ["--norc", "-c", `${before} ${example}`], {
      cwd: copy,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: `${join(copy, "bin")}:${process.env["PATH"]}`,
        HOME: place.stateHome, // Not the project: init refuses a home.
        XDG_STATE_HOME: place.stateHome,
        GITHUB_API_URL: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
      },
    });
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, "close");
    return { code, err };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the examples of --help", () => {
  it("are there for every command", () => {
    expect(new Set(examples.map(({ command }) => command))).toEqual(new Set(commands));
  });

  // Those of a fleet need Redis, repositories elsewhere and workers: test/fleet reads them. Each example runs in a copy of the
  // project, and what a run changed cannot be undone in another project: scripts/morning-after.mjs does that. Agents
  // that answer with a list or with checks are played by test/e2e/plan.test.ts and test/processes/seal.test.ts.
  const elsewhere = new Set(["fleet", "undo", "bisect", "plan", "seal"]);
  it.concurrent.each(examples.filter(({ command }) => !elsewhere.has(command)))("$example", async ({ example }) => {
    const { code, err } = await runExample(example);
    // 1 is an answer too: not done yet, or for review.
    expect({ code, err }).toEqual({
      code: expect.toSatisfy((status) => status === 0 || status === 1),
      err: expect.not.stringMatching(/^ {2}fix /m),
    });
  });
});
