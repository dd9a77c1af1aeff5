import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bin, Workplace } from "../e2e/cli.js";
import { writeLongJournal } from "../report/sample-journal.js";

function workplace(): Workplace {
  const place = new Workplace();
  onTestFinished(() => place[Symbol.dispose]());
  return place;
}

/** Runs the CLI in this process, and prints how much time of the processor it took. */
const measured = `
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeSync(1, "cpu " + Math.round((user + system) / 1000));
});
require(process.argv[1]);
`;

const status = "---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---";

/** A run in which the agent claims twice that nothing is left to do. */
async function runHollow(place: Workplace, say = `All is done.\n\n${status}`): Promise<void> {
  place.write("TODO.md", "- [ ] T1 write the parser\n- [ ] T2 write the printer\n");
  place.commitAll();
  place.write(".git/script.json", JSON.stringify({ steps: [{ say }] }));
  const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--protocol", "ralph"];
  await place.run(["run", "--agent", "scripted", ...words]);
}

const reportJson = async (place: Workplace, ...words: string[]) =>
  JSON.parse((await place.run(["report", ...words, "--format", "json"])).out);

describe("report", () => {
  it("says what happened, why it stopped and what to do next", async () => {
    const place = workplace();
    await runHollow(place);
    const { headline, status: state, outcome, refused, tasks } = await reportJson(place);
    expect({ state, outcome, title: headline.title }).toEqual({
      state: "ended",
      outcome: "needs-review",
      title: "Needs review: 0 of 2 tasks done",
    });
    expect(headline.happened.join(" ")).toContain("none of which made progress");
    expect(headline.stopped[0]).toBe("A person has to look at it.");
    expect(headline.next[0]).toContain("untildone accept T1 T2");
    expect((await reportJson(place)).decisions[0].reason).toContain("do it now");
    expect(refused[0]).toMatchObject({
      iteration: 1,
      task: "T1",
      words: expect.stringContaining("All is done."),
      signals: [expect.stringContaining("STATUS: COMPLETE")],
      reasons: ["nothing was changed for this task"],
      later: "set aside for you",
    });
    expect(tasks[0]).toMatchObject({ id: "T1", state: "disputed", title: "T1 write the parser" });
  });

  it("joins what the turns of a task changed, without the ticks of the loop", async () => {
    const place = workplace();
    place.write("TODO.md", "- [ ] T1 write the parser\n- [ ] T2 write the printer\n");
    place.commitAll();
    const done = `Done.\n\n${status.replace("true", "false")}`;
    const steps = [
      { say: "I began.", write: { "parser.txt": "first\n" } },
      { say: done, write: { "parser.txt": "second\n" } },
      { say: done, write: { "printer.txt": "printer\n" } },
    ];
    place.write(".git/script.json", JSON.stringify({ steps }));
    const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--set", "unverified=accept"];
    await place.run(["run", "--agent", "scripted", "--protocol", "ralph", ...words, "--max-iterations", "3"]);
    const { decisions, tasks } = await reportJson(place);
    const files = decisions.flatMap(({ detail }: { detail: { diff: { files: { path: string }[] } | null } }) =>
      detail.diff ? [detail.diff.files.map(({ path }) => path)] : [],
    );
    expect(files).toEqual([["parser.txt"], ["parser.txt"], ["printer.txt"]]);
    expect(tasks[0].diff.patch).toContain("+second");
    expect(tasks[0].diff.patch).not.toContain("first");
    expect(tasks[1].diff).toBeNull(); // One turn: its own diff says it.
  });

  it("asks no question that was answered, and says how the agent gets the answer", async () => {
    const place = workplace();
    place.write("TODO.md", "- [ ] T1 write the parser\n- [ ] T2 write the printer\n");
    place.commitAll();
    const blocked =
      "Should it return a number or a string?\n\n---RALPH_STATUS---\nSTATUS: BLOCKED\n---END_RALPH_STATUS---";
    place.write(".git/script.json", JSON.stringify({ steps: [{ say: blocked }] }));
    const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--protocol", "ralph"];
    await place.run(["run", "--agent", "scripted", ...words, "--max-iterations", "9"]);
    const before = await reportJson(place);
    expect(before.headline.next.join(" ")).toMatch(/^Answer the agent with: .*The agent asks: “Should it/);
    expect(before.forYou.map(({ is, tasks }: { is: string; tasks: string[] }) => [is, tasks])).toEqual([
      ["question", ["T1", "T2"]],
    ]);
    await place.run(["answer", "a number"]);
    const { headline, forYou } = await reportJson(place);
    expect(headline.next).toEqual(["Give the agent your answer: untildone run --resume"]);
    expect(forYou).toEqual([]);
  });

  it("prints the same summary as the run did", async () => {
    const place = workplace();
    place.write("TODO.md", "- [ ] T1 write the parser\n");
    place.commitAll();
    place.write(".git/script.json", JSON.stringify({ steps: [{ say: `Done.\n\n${status}` }] }));
    const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--json"];
    const { out } = await place.run(["run", "--agent", "scripted", ...words]);
    const last = JSON.parse(out.trim().split("\n").at(-1) ?? "");
    expect((await reportJson(place)).summary).toEqual(last.summary);
  });

  it("writes the page beside the logs of the run, and prints where", async () => {
    const place = workplace();
    await runHollow(place);
    const { code, out } = await place.run(["report"]);
    expect(code).toBe(0);
    expect(out).toMatch(/\/\.ralph\/logs\/[\w-]+\/report\.html\n$/);
    const page = readFileSync(out.trim(), "utf8");
    expect(page).toContain("Content-Security-Policy");
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org\/)/);
  });

  it("shows a hostile message as text in every format", async () => {
    const place = workplace();
    const hostile = `</script><script>alert(1)</script> <img src=x onerror=alert(1)> \u001b[31mred\u001b[0m @someone #12 ![x](http://x.invalid/y) ${"long ".repeat(50_000)}\n\n${status}`;
    await runHollow(place, hostile);
    await place.run(["report", "-o", "r.html"]);
    const page = place.read("r.html");
    expect(page).not.toContain("<script>alert");
    expect(page).not.toContain("<img");
    expect(page).not.toContain("\u001b");
    expect(page.length).toBeLessThan(300_000);
    const markdown = (await place.run(["report", "--format", "md"])).out;
    expect(markdown).not.toMatch(/<script|<img|@someone|!\[x\]|\u001b/);
    expect(markdown.length).toBeLessThan(65_000);
    expect((await place.run(["report", "--format", "junit"])).out).not.toContain("<script");
  });

  it.each([
    ["the folder of logs", (run: string) => [".ralph/logs", "", `${run}/report.html`] as const],
    ["the run's own folder", (run: string) => [`.ralph/logs/${run}`, run, "report.html"] as const],
  ])("does not write through a link that an agent put in place of %s", async (_, locate) => {
    const place = workplace();
    await runHollow(place);
    const { run } = await reportJson(place);
    const [folder, moved, file] = locate(run);
    const elsewhere = mkdtempSync(join(tmpdir(), "untildone-elsewhere-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    renameSync(join(place.path, folder), join(elsewhere, "before"));
    mkdirSync(join(elsewhere, "target", moved), { recursive: true });
    symlinkSync(join(elsewhere, "target"), join(place.path, folder));
    const { code, out, err } = await place.run(["report"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("it was replaced by a link to");
    expect(err).toContain("-o");
    expect(existsSync(join(elsewhere, "target", file))).toBe(false);
    expect((await place.run(["report", "-o", "mine.html"])).code).toBe(0);
  });

  it("replaces a report that is a link, not what it leads to", async () => {
    const place = workplace();
    await runHollow(place);
    const { run } = await reportJson(place);
    place.write("precious.txt", "mine\n");
    symlinkSync(join(place.path, "precious.txt"), join(place.path, `.ralph/logs/${run}/report.html`));
    expect((await place.run(["report"])).code).toBe(0);
    expect(place.read("precious.txt")).toBe("mine\n");
    expect(place.read(`.ralph/logs/${run}/report.html`)).toContain("<!doctype html>");
  });

  it("says what was missing, not what ended the run, of a claim refused in the last iteration", async () => {
    const place = workplace();
    place.write("TODO.md", "- [ ] T1 write the parser\n- [ ] T2 write the printer\n");
    place.commitAll();
    const steps = [{ say: `Done.\n\n${status}`, write: { "parser.txt": "p\n" } }, { say: `Done.\n\n${status}` }];
    place.write(".git/script.json", JSON.stringify({ steps }));
    const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--protocol", "ralph"];
    const { out } = await place.run(["run", "--agent", "scripted", ...words, "--max-iterations", "2"]);
    expect(out).toMatch(/^Refused: +1 claim of T2: nothing was changed for this task/m);
    expect(out).not.toContain("80 % of a budget is used: 2 of 2");
    const { headline, tasks } = await reportJson(place);
    expect(headline.happened).toContain(
      "1 claim of completion was refused; that of T2: nothing was changed for this task.",
    );
    expect(headline.stopped).toEqual(["It used up its budget: 2 of 2 iterations."]);
    expect(headline.next).toEqual(["Resume with: untildone run --resume (it allows 50 more iterations)"]);
    expect(tasks[1]).toMatchObject({ id: "T2", reason: "1 claim refused: nothing was changed for this task" });
  });

  it("says what can be done about a task that was set aside, however the run ended", async () => {
    const place = workplace();
    place.write("TODO.md", "- [ ] T1 write the parser\n- [ ] T2 write the printer\n");
    place.commitAll();
    const [claim, idle] = [{ say: `Done.\n\n${status}` }, { say: "I am at it." }];
    place.write(".git/script.json", JSON.stringify({ steps: [claim, claim, idle] }));
    const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--protocol", "ralph"];
    await place.run(["run", "--agent", "scripted", ...words, "--max-iterations", "3"]);
    const { headline } = await reportJson(place);
    expect(headline.next).toContain("Look at T1, set aside for you: untildone accept T1 takes it as done");
  });

  it("masks secrets that only the diff or the logs show", async () => {
    const place = workplace();
    place.write("TODO.md", "- [ ] T1 write the parser\n");
    place.commitAll();
    const secret = "s3cr3t-value-of-a-token-0123456789";
    const steps = [{ say: `Done with ${secret}.\n\n${status}`, write: { "parser.txt": `${secret}\n` } }];
    place.write(".git/script.json", JSON.stringify({ steps }));
    const words = ["--script", ".git/script.json", "--tasks", "TODO.md", "--checkpoint", "branch"];
    const env = { MY_API_TOKEN: secret };
    place.runProcess(["run", "--agent", "scripted", ...words, "--max-iterations", "1"], "", env);
    for (const format of ["html", "md", "json", "junit"]) {
      const { code, out } = place.runProcess(["report", "--format", format, "-o", "-"], "", env);
      expect(code).toBe(0);
      expect(out.includes(secret), format).toBe(false);
      if (format === "json") expect(out).toContain("+[masked:MY_API_TOKEN]");
    }
  });

  it("reports what can be read of a damaged journal, and says so", async () => {
    const place = workplace();
    await runHollow(place);
    const journal = join(place.path, ".ralph/decisions.jsonl");
    const [first = "", ...rest] = readFileSync(journal, "utf8").trim().split("\n");
    const { observation, ...record } = JSON.parse(first);
    const incomplete = { ...record, observation: { history: [], selection: {} } };
    writeFileSync(journal, `{"half\n${JSON.stringify(incomplete)}\n${rest.join("\n")}\n\0\0\0\n`);
    const { code, out, err } = await place.run(["report", "--format", "md"]);
    expect(code).toBe(0);
    expect(out).toContain("The journal is damaged in 2 lines, the first is line 1");
    expect(out).toContain("incomplete and left out: 1.");
    expect(out).toContain("Needs review");
    expect(err).toContain("warning: The journal is damaged");
    expect(observation.turn).not.toBeNull();
  });

  it("tells a run that has not ended from one that has", async () => {
    const place = workplace();
    place.write("response.md", "I read the parser and changed two functions.");
    await place.run(["check", "response.md"]);
    const { status: state, headline } = await reportJson(place);
    expect(state).toBe("open");
    expect(headline.title).toContain("Not ended");
  });

  it("finds a run by its name or the beginning of it", async () => {
    const place = workplace();
    await runHollow(place);
    const { run } = await reportJson(place);
    expect((await reportJson(place, run.slice(0, 12))).run).toBe(run);
    const unknown = await place.run(["report", "1999"]);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toContain(`known: ${run}`);
  });

  it.each([
    { words: ["report", "--format", "htm"], says: "did you mean html?" },
    { words: ["report"], says: "no decision has been made yet" },
    { words: ["report", "a", "b"], says: "unexpected argument" },
  ])("$words: $says", async ({ words, says }) => {
    const { code, err } = await workplace().run(words);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  it("makes a page of 10,000 decisions within 5 seconds and 20 MB", async () => {
    const place = workplace();
    const run = await writeLongJournal(place, 10_000);
    const words = ["-e", measured, bin, "report", run, "-o", "r.html"];
    const { stdout } = spawnSync(process.execPath, words, { cwd: place.path, encoding: "utf8", env: place.ownEnv });
    // Of the processor: how long it takes on a busy machine says nothing.
    expect(Number(/cpu (\d+)/.exec(stdout)?.[1])).toBeLessThan(5000);
    expect(statSync(join(place.path, "r.html")).size).toBeLessThan(20_000_000);
  });

  it("makes a page of 300 turns with their transcripts and prompts within 5 MB, and a script within 60 kB", async () => {
    const place = workplace();
    const run = await writeLongJournal(place, 300);
    for (let n = 1; n <= 300; n++) {
      const name = `.ralph/logs/${run}/${String(n).padStart(4, "0")}`;
      const text = Array.from({ length: 400 }, (_, at) => `turn ${n}, line ${at}: what the agent read and said\n`).join(
        "",
      );
      place.write(`${name}-agent.log`, text);
      place.write(`${name}-prompt.md`, text.replaceAll("agent", "person"));
    }
    expect((await place.run(["report", run, "-o", "r.html"])).code).toBe(0);
    expect(place.read("r.html")).toContain("turn 299, line 399: what the agent read");
    expect(statSync(join(place.path, "r.html")).size).toBeLessThan(5_000_000);
    expect(statSync(join(bin, "../page/page.js")).size).toBeLessThan(60_000);
  });

  it("writes JUnit in which only verified work has passed", async () => {
    const place = workplace();
    await runHollow(place);
    const { out } = await place.run(["report", "--format", "junit"]);
    expect(out).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="untildone" tests="\d+" failures=/,
    );
    const after = '" time="[\\d.]+">(?:<properties>.*</properties>)?';
    expect(out).toMatch(new RegExp(`name="T1 write the parser${after}<failure type="disputed"`));
    expect(out).toMatch(new RegExp(`name="T2 write the printer${after}<skipped message="not done"/>`));
  });
});
