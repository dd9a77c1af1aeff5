import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { rules } from "../../src/decide/rules/all-rules.js";
import { formatView } from "../../src/report/live-view/view-lines.js";
import { applyEvent, startView } from "../../src/report/live-view/view-state.js";
import { lineReporter } from "../../src/report/terminal/terminal.js";
import type { RunEvent } from "../../src/run/loop/run-event.js";
import { bin, jsonLines, Workplace } from "../e2e/cli.js";

/** Words of the rules, which only `check`, `explain --all`, `--json` and `policies` show. */
const names = Object.values(rules)
  .map(({ name }) => name)
  .filter((name) => name.includes("-") || /^(?:disputed|oscillation|stagnation|tampering|otherwise)$/.test(name));
const words = [
  "indicators?",
  "veto(?:es)?",
  "no rule",
  "the gate",
  "gate (?:passed|refused)",
  "score \\d",
  "abstain\\w*",
  "holds",
  // The command that goes on has the flag.
  "(?<!--reset-)breaker",
  "(?:honest|original)-tests",
  "task-file-moved",
  "optionalSections",
  "policy standard",
  // A number alone reads as a count.
  "(?:task|work of) \\d+",
  'untildone \\w+ "Write',
];
const internal = new RegExp(String.raw`\b(?:${[...names, ...words].join("|")})\b`);

const leaks = (screen: string): readonly string[] => screen.split("\n").filter((line) => internal.test(line));

const claim = { STATUS: "COMPLETE", WORK: "src/one.js" };
const right = { write: { "src/one.js": "export const one = 1;\n" }, say: "Done.", status: claim };
const wrong = { write: { "src/one.js": "export const one = 2;\n" }, say: "Done.", status: claim };
const idle = { say: "I am looking at it." };
const asks = { say: "Which port should the server use?" };

/** A task of a list without ids that is set aside, and judged again when nothing else is left. */
const asideList = "# Work\n\n- [ ] Write one\n- [ ] Write two\n\n## Later\n\n- [ ] Write three\n";
const aside = [
  ...[wrong, wrong, wrong],
  {
    write: { "src/two.js": "export const two = 2;\n" },
    say: "Done.",
    status: { STATUS: "COMPLETE", WORK: "src/two.js" },
  },
];

const endings = [
  { ending: "COMPLETED", steps: [right], flags: [] },
  { ending: "STUCK", steps: [idle], flags: ["--set", "setAside=false"] },
  { ending: "BLOCKED", steps: [asks], flags: [] },
  { ending: "NEEDS REVIEW", steps: [{ say: "Done.", status: { ...claim, WORK: "none" } }], flags: [] },
  { ending: "ABORTED", steps: [wrong, idle], flags: ["--max-iterations", "2"] },
  { ending: "INTERRUPTED", steps: [idle], flags: [] },
  { ending: "NEEDS REVIEW", steps: aside, flags: [], list: asideList },
  { ending: "BLOCKED", steps: [asks], flags: [], list: asideList },
] as const;

function project(steps: readonly object[], list = "- [ ] T1: Write one in src/one.js\n"): Workplace {
  const place = new Workplace();
  place.write("package.json", '{"type":"module","scripts":{"test":"node --test"}}\n');
  place.write("TODO.md", list);
  place.write(
    "test/one.test.js",
    'import assert from "node:assert";\nimport { test } from "node:test";\ntest("one", async () => assert.equal((await import("../src/one.js")).one, 1));\n',
  );
  place.write(".ralph/s.json", JSON.stringify({ steps }));
  place.commitAll();
  return place;
}

const run = [bin, "run", "--agent", "scripted", "--script", ".ralph/s.json", "--json"];

/** The events of a run, which a Ctrl-C ends where one is asked for. */
async function play(place: Workplace, flags: readonly string[], interrupts: boolean): Promise<readonly RunEvent[]> {
  const child = spawn(process.execPath, [...run, ...flags], {
    ...{ cwd: place.path, env: place.ownEnv, stdio: ["ignore", "pipe", "inherit"] },
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    if (interrupts && out.includes('"agent-start"')) child.kill("SIGINT");
    interrupts &&= !out.includes('"agent-start"');
  });
  await once(child, "close");
  return jsonLines(out) as unknown as readonly RunEvent[];
}

/** All that a watcher sees, with every step of the run. */
function watch(events: readonly RunEvent[], columns: number): readonly string[] {
  const seen = new Set<string>();
  let view = startView(0);
  for (const [at, event] of events.entries()) {
    const now = at * 1000;
    view = applyEvent(view, event, { at: now, clean: (text) => text });
    const screen = { columns, rows: 24, now, colour: false, utf8: true, keys: "watch", showsHelp: true } as const;
    for (const line of formatView(view, screen)) seen.add(line);
  }
  return [...seen];
}

describe.concurrent("no internal word is on a screen", { timeout: 120_000 }, () => {
  it.concurrent.each(endings)("of a run that ends as $ending", async ({ ending, steps, flags, ...more }) => {
    using place = project(steps, "list" in more ? more.list : undefined);
    const events = await play(place, flags, ending === "INTERRUPTED");
    const lines: string[] = [];
    const report = lineReporter({ colour: false, width: 120, print: (text) => lines.push(text) });
    for (const event of events) report(event);
    const screen = lines.join("");
    expect(screen).toMatch(new RegExp(`^Status: +${ending}`, "m"));
    expect(screen).toMatch(/^Next: /m);
    expect(leaks(screen)).toEqual([]);
    for (const columns of [80, 120]) {
      const watched = watch(events, columns);
      expect(watched.length).toBeGreaterThan(5);
      expect(watched.filter((line) => line.length >= columns)).toEqual([]);
      expect(leaks(watched.join("\n"))).toEqual([]);
    }
    // One decision has one task, and the commands for it take its id.
    const explained = (await place.run(["explain"])).out.replaceAll(/\btask \d/g, "its task");
    expect(leaks(explained)).toEqual([]);
    expect(leaks((await place.run(["report", "--format", "md", "-o", "-"])).out)).toEqual([]);
  });

  it.concurrent("of a session whose stop is refused", async () => {
    using place = project([]);
    const stopOf = (text: string): string =>
      JSON.stringify({ hook_event_name: "Stop", session_id: "s", cwd: place.path, last_assistant_message: text });
    await place.run(["goal", "one is written", "--check", "tests=node --test"]);
    const { out, err } = await place.run(["hook", "claude"], stopOf("Everything is done. EXIT_SIGNAL: true"));
    expect(out).toContain("Not done yet");
    expect(leaks(out + err)).toEqual([]);
  });
});
