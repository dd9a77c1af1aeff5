import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bin, type Ran, Workplace } from "../e2e/cli.js";

/** Whatever an agent, a check, a name or a setting contributes: no command prints it, and no file keeps it, as it is. */

const esc = "\u001b";
const attacks: Readonly<Record<string, string>> = {
  "clipboard (OSC 52)": `${esc}]52;c;ZWNobyBoaQ==\u0007`,
  "window title (OSC 0)": `${esc}]0;all tests passed${esc}\\`,
  "a link (OSC 8)": `${esc}]8;;http://x.invalid${esc}\\click${esc}]8;;${esc}\\`,
  "clear screen": `${esc}[2J${esc}[H${esc}c`,
  "cursor up and erase": `${esc}[1A${esc}[2K`,
  "concealed text": `${esc}[8mhidden${esc}[0m`,
  "device control": `${esc}P+q544e${esc}\\`,
  "C1 as code points": "\u009b2J\u009d0;x\u009c\u0090x\u009c\u0085",
  "bidirectional controls": "\u202eabc\u202c\u2066x\u2069\u200f\u061c",
  "zero-width text": "a\u200bb\u2060c\ufeffd\u00ade",
  "tag characters": "\u{e0049}\u{e0067}\u{e007f}",
  "variation selectors": "x\u{e0100}\u{e01ef}\ufe00",
  "carriage return": "1 failed\r1 passed",
  backspaces: "fail\b\b\b\bpass",
  "null, vertical tab, form feed": "\u0000\u000b\u000c\u007f",
  "line separators": "x\u2028y\u2029z",
};

/** What must never come out, beside tabs and line breaks. */
const harmful = new RegExp(
  [
    "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f]",
    "[\\ufe00-\\ufe0d\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]",
  ].join("|"),
  "u",
);

const isHarmless = (text: string): boolean => !harmful.test(text);
/** Raw bytes: what is no UTF-8 reaches a terminal as C1 controls. */
const isText = (bytes: Buffer): boolean => Buffer.from(bytes.toString("utf8")).equals(bytes);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A project in which every name and every output is hostile. */
function hostileProject(hostile: string): Workplace {
  const place = new Workplace();
  const name = hostile.replaceAll(/[/\u0000\n\r]/g, "").slice(0, 60);
  place.write("TODO.md", `- [ ] T1: one ${hostile.replaceAll(/[\r\n]/g, " ")}\n- [ ] T2: two\n`);
  place.write("PROMPT.md", `Work. ${hostile}\n`);
  place.write(
    "check.mjs",
    `process.stdout.write(${JSON.stringify(hostile)}); process.stdout.write(Buffer.from([0x9b, 0x32, 0x4a, 0x9d, 0x0a])); process.exit(1);`,
  );
  place.write(
    "agent.mjs",
    [
      `import { writeFileSync } from "node:fs";`,
      `process.stdout.write(${JSON.stringify(`${hostile}\nEXIT_SIGNAL: ${hostile}\nSTATUS: ${hostile}\n`)});`,
      "process.stdout.write(Buffer.from([0x9b, 0x32, 0x4a, 0x0a]));",
      `process.stderr.write(${JSON.stringify(hostile)});`,
      `try { writeFileSync(${JSON.stringify(`work-${name}.txt`)}, "x"); } catch { writeFileSync("work.txt", "x"); }`,
      `process.stdout.write("All tasks are complete.\\n");`,
    ].join("\n"),
  );
  place.commitAll();
  return place;
}

const node = process.execPath;
const runWords = (hostile: string): string[] => [
  ...["run", "--command", `${node} agent.mjs`, "--check", `tests=${node} check.mjs`, "--tasks", "TODO.md"],
  ...["--max-iterations", "2", "--set", `promise=${hostile.replaceAll("\u0000", "")}`],
];

const lookingBack: readonly (readonly string[])[] = [
  ["state"],
  ["state", "--json"],
  ["history"],
  ["history", "--json"],
  ["explain"],
  ["explain", "--json"],
  ["replay"],
  ["replay", "--json"],
  ["breaker", "status"],
  ["tasks"],
  ["tasks", "--json"],
  ["tasks", "next"],
  ["check"],
  ["check", "--json"],
  ["gate"],
  ["gate", "--json"],
  ["analyze", ".ralph/last-response.md", "out.txt"],
  ["tests", "out.txt"],
  ["config"],
];

function expectHarmless(ran: Ran, words: readonly string[]): void {
  expect(ran.out.match(harmful), `${words.join(" ")}: ${JSON.stringify(ran.out)}`).toBeNull();
  expect(ran.err.match(harmful), `${words.join(" ")}: ${JSON.stringify(ran.err)}`).toBeNull();
  for (const line of words.includes("--json") ? ran.out.split("\n") : []) if (line !== "") JSON.parse(line);
}

function expectHarmlessFolder(folder: string): void {
  for (const file of filesBelow(folder)) {
    const bytes = readFileSync(file);
    expect(isText(bytes), file).toBe(true);
    expect(bytes.toString("utf8").match(harmful), file).toBeNull();
  }
}

const few = lookingBack.filter(
  ([command, flag]) => ["explain", "analyze"].includes(command ?? "") && !flag?.startsWith("-"),
);

function playAll(hostile: string, commands = lookingBack): void {
  using place = hostileProject(hostile);
  place.write("out.txt", `${hostile}\nEXIT_SIGNAL: ${hostile}\n`);
  for (const words of [[...runWords(hostile), "--json"], ...commands]) expectHarmless(place.runProcess(words), words);
  expectHarmlessFolder(join(place.path, ".ralph"));
  expectHarmlessFolder(place.stateHome);
}

describe("no command prints it and no file keeps it", () => {
  it.each(Object.entries(attacks))("%s", (_, hostile) => playAll(hostile, few));

  it("everything at once, in every command", () => playAll(Object.values(attacks).join(" ")));

  it("whatever an agent comes up with", () => {
    const piece = fc.oneof(
      fc.constantFrom(...Object.values(attacks)),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(esc, "\u009b", "[", "31m", "\r", "\n", "\u200d", "\ufe0f", "x"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => playAll(pieces.join(""), few)),
      { numRuns: 4 },
    );
  });
});

/** The run on a terminal of its own (`script`), where colours and the live view are ours. */
it("on a terminal, only our own colours and the live view are left", () => {
  const hostile = Object.values(attacks).join(" ");
  using place = hostileProject(hostile);
  const shell = [node, bin, ...runWords("x")].map((word) => `'${word}'`).join(" ");
  const { stdout, error } = spawnSync("script", ["-qec", shell, "/dev/null"], {
    cwd: place.path,
    encoding: "utf8",
    env: { ...place.ownEnv, TERM: "xterm" },
  });
  if (error) return; // There is no `script` here.
  const ours = new RegExp(
    `${esc}\\[(?:(?:1|2|22|31|32|33|36|39)m|\\?(?:7|2026)[hl]|\\d+A|[KJ])|\\r(?=${esc}\\[)|\\r\\n`,
    "g",
  );
  expect(stdout).toContain("iteration 1");
  expect(isHarmless(stdout.replaceAll(ours, "")), JSON.stringify(stdout)).toBe(true);
});

it("on a terminal, a message of a mistake is harmless, too", () => {
  using place = new Workplace();
  for (const words of [[`x${esc}]0;x\u0007`], ["run", `--${esc}[2J`], ["config", `a\u202eb`], ["explain", "\u009b"]])
    expectHarmless(place.runProcess(words), words);
});

it("reads the signals of an agent as they were, and not as they are saved", () => {
  using place = new Workplace();
  const coloured = `Done.\n\n${esc}[32m---RALPH_STATUS---${esc}[0m\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n`;
  const read = (words: readonly string[], input = "") => JSON.parse(place.runProcess(words, input).out).claim;
  expect(read(["check", "-", "none", "--json"], coloured)).toBe("complete");
  expect(place.read(".ralph/last-response.md")).toContain("\n---RALPH_STATUS---\n");
  expect(read(["gate", ".ralph/last-response.md", "none", "--json"])).toBe("complete");
});

it("gives the agent its prompt as it is", () => {
  using place = new Workplace();
  const prompt = `Work ${esc}[31m on \u202e this.\n`;
  place.write("PROMPT.md", prompt);
  place.write("agent.sh", "cat > seen.txt\n");
  place.runProcess(["run", "--command", "sh agent.sh", "--tasks", "none", "--max-iterations", "1"]);
  expect(place.read("seen.txt")).toContain(prompt.trim());
});

describe("repeated warnings", () => {
  const lines = (text: string): number => text.split("\n").length;

  it("are told once, with how often", () => {
    using place = new Workplace();
    place.write("out.txt", "EXIT_SIGNAL: maybe\n".repeat(100_000));
    const { out } = place.runProcess(["check", "out.txt", "none"]);
    expect(out).toMatch(/EXIT_SIGNAL: maybe\) \(\d+ times\)/);
    expect(lines(out)).toBeLessThan(15);
  });

  it("are cut short if there are very many different ones", () => {
    using place = new Workplace();
    place.write("out.txt", Array.from({ length: 5000 }, (_, at) => `EXIT_SIGNAL: maybe ${at}\n`).join(""));
    const { out } = place.runProcess(["check", "out.txt", "none"]);
    expect(out).toMatch(/and \d+ more warnings/);
    expect(lines(out)).toBeLessThan(40);
  });
});
