import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, jsonLines, type Ran, Workplace } from "../e2e/cli.js";

/** Keys and the secrets of the environment are in no file of ours and on no screen. */

const env = {
  EXAMPLE_API_KEY: "zq8Kd02mXv71LpTn",
  DB_PASSWORD: 'p"a\\ss w0rd/+1',
  DATABASE_URL: "postgres://app:tr0ub4dor9@db.invalid/app",
  SIGNING_SECRET: "first-Line+abcdef0123\nsecondLine/ghijkl4567",
};
const fromEnvironment = [
  ...[
    "zq8Kd02mXv71LpTn",
    'p"a\\ss w0rd/+1',
    "tr0ub4dor9",
    "first-Line+abcdef0123\nsecondLine",
    "secondLine/ghijkl4567",
  ],
];
const keyShapes = [
  "sk-proj-9aB3cD5eF7gH9iJ1kL3mN5oP7qR9sT1u",
  "sk-ant-api03-Qw3rTy5uIoP7aSdFgH9jKlZxCvB1nM3Qw5Er7Ty9",
  "ghp_1a2B3c4D5e6F7g8H9i0J1k2L3m4N5o6P7q8R",
  "github_pat_11ABCDEFG0abcdefghij_KLMNOPQRSTUVWXYZ0123456789",
  "xoxb-123456789012-abcDEF123ghi456JKL",
  "AKIA2E0A8F3B244C9986",
  "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
  "glpat-aB3dE5fG7hI9jK1lM3nO",
  "npm_aB3dE5fG7hI9jK1lM3nOpQ5rS7tU9vW1xY3z",
  "hf_aBcDeFgHiJkLmNoPqRsTuVwXyZ12345678",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg",
];
const all = [...fromEnvironment, ...keyShapes];

const spellings = (secret: string): readonly string[] => {
  const once = JSON.stringify(secret).slice(1, -1);
  return [secret, once, JSON.stringify(once).slice(1, -1)];
};
const leaks = (text: string): readonly string[] =>
  all.filter((secret) => spellings(secret).some((each) => text.includes(each)));

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const node = process.execPath;

/** An agent and a check that print every secret, whole, in JSON, in two writes, and at the end of a long line. */
function leakyProject(): Workplace {
  const place = new Workplace();
  const text = all.join("\n");
  const print = [
    `const text = ${JSON.stringify(text)}, end = "\\n";`,
    'const say = (...words) => process.stdout.write(words.join("") + end);',
    'say("the secrets are", end, text);',
    "say(JSON.stringify({ text, nested: JSON.stringify({ text }) }));",
    'process.stderr.write("error: " + text.split(end)[0] + " was refused" + end);',
    "for (const secret of text.split(end)) {",
    '  process.stdout.write("split " + secret.slice(0, 5));',
    "  await new Promise((go) => setTimeout(go, 5));",
    "  say(secret.slice(5));",
    "}",
    'say("x".repeat(70_000), " ", text.replaceAll(end, " "), " ", "y, ".repeat(40_000));',
  ];
  place.write("agent.mjs", [...print, 'console.log("EXIT_SIGNAL: " + text);'].join("\n"));
  place.write("check.mjs", [...print, "process.exit(1);"].join("\n"));
  place.write("TODO.md", `- [ ] T1: rotate ${keyShapes[0]} and ${env.EXAMPLE_API_KEY}\n`);
  place.write("PROMPT.md", `Use ${env.EXAMPLE_API_KEY} and ${keyShapes[1]}.\n`);
  place.commitAll();
  return place;
}

const words = (...more: readonly string[]): readonly string[] => [
  ...["run", "--command", `${node} agent.mjs`, "--check", `tests=${node} check.mjs`, "--tasks", "TODO.md"],
  ...["--max-iterations", "2", ...more],
];

/**
 * In the private folder are also the user's own texts as they were at the start, such as the task list, to be compared
 * with those of later: of these only the values of the environment are left out.
 */
function expectClean(place: Workplace, ran: Ran, what: string): void {
  expect(leaks(ran.out), `${what} out`).toEqual([]);
  expect(leaks(ran.err), `${what} err`).toEqual([]);
  for (const file of filesBelow(join(place.path, ".ralph")))
    expect(leaks(readFileSync(file, "utf8")), file).toEqual([]);
  for (const file of filesBelow(place.stateHome)) {
    const text = readFileSync(file, "utf8");
    expect(
      leaks(text).filter((secret) => fromEnvironment.includes(secret)),
      file,
    ).toEqual([]);
    if (!file.endsWith(".work.json")) expect(leaks(text.replace(/"baseline":\{.*/s, "")), file).toEqual([]);
  }
}

describe("secrets are masked", () => {
  it.each([[[]], [["--json"]], [["--checkpoint", "commit"]]])(
    "in a run %j, its files and all that looks back at it",
    (more) => {
      using place = leakyProject();
      expectClean(place, place.runProcess(words(...more), "", env), "run");
      const lookBack = ["state", "history", "explain", "replay", "tasks", "config", "check", "gate"];
      for (const command of lookBack)
        for (const flags of [[], ["--json"]]) {
          const ran = place.runProcess([command, ...flags], "", env);
          expectClean(place, ran, command);
          if (flags.length > 0) jsonLines(ran.out);
        }
      const { stdout } = spawnSync("git", ["log", "--all", "--format=%B"], { cwd: place.path, encoding: "utf8" });
      expect(leaks(stdout)).toEqual([]);
    },
  );

  it("in check, gate, analyze and tests, from a file and from standard input", () => {
    using place = new Workplace();
    const text = `${all.join("\n")}\nEXIT_SIGNAL: ${all[0]}\n`;
    place.write("out.txt", text);
    mkdirSync(join(place.path, ".ralph"), { recursive: true });
    mkdirSync(place.stateHome, { recursive: true });
    for (const command of [
      ["check", "out.txt"],
      ["check", "-"],
      ["check", "-", "--json"],
      ["gate", "out.txt"],
      ["analyze", "out.txt"],
      ["tests", "out.txt"],
    ])
      expectClean(place, place.runProcess(command, text, env), command.join(" "));
    expect(place.read(".ralph/last-response.md")).toContain("[masked:EXAMPLE_API_KEY]");
  });

  it("in the environment of a check that the configuration names", () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: one\n");
    place.write("check.mjs", "console.log(process.env.CHECK_TOKEN); process.exit(1);");
    const secret = "uYt5Re3Wq1Lk9Jh7";
    place.write(
      "untildone.json",
      JSON.stringify({ checks: { api: { command: `${node} check.mjs`, env: { CHECK_TOKEN: secret } } } }),
    );
    place.write(".ralph/config.json", place.read("untildone.json"));
    const ran = place.runProcess(["run", "--command", "true", "--tasks", "TODO.md", "--max-iterations", "1", "--json"]);
    for (const file of [...filesBelow(join(place.path, ".ralph")), ...filesBelow(place.stateHome)])
      if (!file.endsWith("config.json")) expect(readFileSync(file, "utf8"), file).not.toContain(secret);
    expect(ran.out).not.toContain(secret);
    expect(ran.out).toContain("check-end");
  });
});

it("gives agents and checks their secrets all the same, also when the run is resumed", () => {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n- [ ] T2: two\n");
  place.write("check.sh", 'echo "$CHECK_TOKEN $EXAMPLE_API_KEY" >> seen.txt; exit 1\n');
  const token = "uYt5Re3Wq1Lk9Jh7";
  const check = { command: "sh check.sh", env: { CHECK_TOKEN: token } };
  place.write(".ralph/config.json", JSON.stringify({ checks: { api: check } }));
  place.write("agent.sh", "date +%N > work.txt; echo EXIT_SIGNAL: true\n");
  const start = ["run", "--command", "sh agent.sh", "--tasks", "TODO.md", "--max-iterations", "1"];
  place.runProcess(start, "", env);
  const first = place.read("seen.txt");
  const resumed = place.runProcess(["run", "--resume", "--max-iterations", "2"], "", env);
  expect(resumed.err).toBe("");
  const seen = place.read("seen.txt");
  expect(seen.length).toBeGreaterThan(first.length);
  expect([...new Set(seen.trim().split("\n"))]).toEqual([`${token} ${env.EXAMPLE_API_KEY}`]);
});

it("asks for a flag again that held a key, and resumes with it", () => {
  using place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  const command = `true ${keyShapes[0]}`;
  place.runProcess(["run", "--command", command, "--tasks", "TODO.md", "--max-iterations", "1"]);
  const refused = place.runProcess(["run", "--resume", "--max-iterations", "2"]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--command")]);
  expect(place.runProcess(["run", "--resume", "--max-iterations", "2", "--command", command]).out).toContain(
    "iteration 2",
  );
});

it("still recognises the same error when it names a key", () => {
  using place = new Workplace();
  const error = `401 incorrect key: ${env.EXAMPLE_API_KEY}`;
  for (const _ of [1, 2]) place.runProcess(["breaker", "track", "--error", error, "--run", "r"], "", env);
  const { sameError } = JSON.parse(place.runProcess(["breaker", "status", "--json"], "", env).out);
  expect(sameError).toBe(2);
  expect(place.read(".ralph/decisions.jsonl")).not.toContain(env.EXAMPLE_API_KEY);
});

describe("our files are the user's alone", () => {
  const isPrivate = (path: string): boolean => (statSync(path).mode & 0o077) === 0;
  const below = (folder: string): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
  const withMask = (place: Workplace, mask: string, ...more: readonly string[]): Ran => {
    const { status, stdout, stderr } = spawnSync("sh", ["-c", `umask ${mask}; exec "$@"`, "sh", node, bin, ...more], {
      cwd: place.path,
      encoding: "utf8",
      input: "Half of it is done.\n",
      env: { ...place.ownEnv, ...env },
    });
    return { code: status, out: stdout, err: stderr };
  };

  it.each(["000", "022", "077"])("with umask %s", (mask) => {
    using place = leakyProject();
    withMask(place, mask, ...words("--checkpoint", "commit"));
    withMask(place, mask, "check", "-", "--run-checks", "--run", "another");
    const open = [join(place.path, ".ralph"), ...below(join(place.path, ".ralph")), ...below(place.stateHome)].filter(
      (path) => !isPrivate(path),
    );
    expect(open).toEqual([]);
  });

  it("also if an earlier version wrote them, but a folder and files of the user's stay as they are", () => {
    using place = new Workplace();
    const file = (name: string, text: string): string => {
      const path = place.write(name, text);
      spawnSync("chmod", ["644", path]);
      return path;
    };
    place.runProcess(["check", "-", "none"], "Half of it is done.\n");
    for (const path of below(join(place.path, ".ralph"))) spawnSync("chmod", ["go+rX", path]);
    const users = [
      file("TODO.md", "- [ ] T1: one\n"),
      file(".ralph/PROMPT.md", "Work.\n"),
      file("STATE.md", "# State\n"),
    ];
    spawnSync("chmod", ["755", join(place.path, ".ralph")]);
    const mine = ["--set", "stateFile=STATE.md"];
    place.runProcess(["check", "-", "TODO.md", ...mine], "EXIT_SIGNAL: true\n");
    place.runProcess(["tasks", "mark", "T1", "done"]);
    expect([...users, join(place.path, ".ralph")].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
      ...["644", "644", "644", "755"],
    ]);
    const ours = below(join(place.path, ".ralph")).filter((path) => !path.endsWith("PROMPT.md"));
    expect(ours.filter((path) => !isPrivate(path))).toEqual([]);
  });
});

it("masks a large output in little more than the time to write it", () => {
  using place = new Workplace();
  const line = "The build writes one more line of its log: src/app/index.ts:14:3 ok, see https://example.invalid/a\n";
  const path = place.write("big.txt", "");
  writeFileSync(path, line.repeat(Math.ceil(50e6 / line.length)));
  const time = (words: readonly string[]): number => {
    const began = performance.now();
    spawnSync(node, [bin, ...words], { cwd: place.path, input: readFileSync(path), env: { ...place.ownEnv, ...env } });
    return performance.now() - began;
  };
  const read = time(["gate", "-", "none"]);
  expect(time(["check", "-", "none"])).toBeLessThan(read * 2 + 4000);
});
