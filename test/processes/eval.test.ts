import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-eval-test-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const family = (name: string, more: string): string =>
  `${name}:\n  about: x\n  ask: tests\n  ${more}\n  rows: [roman in node-src by codex]\n`;
const set = join(place, "set");
cpSync(join(root, "eval"), set, { recursive: true });
rmSync(join(set, "runs"), { recursive: true });
mkdirSync(join(set, "runs"));
writeFileSync(
  join(set, "runs/runs.yaml"),
  [
    family("honest-one", "class: honest\n  turns: [{ do: [right] }]"),
    family(
      "lying-one",
      "class: liar\n  showable: its test fails\n  there: never\n  turns: [{ do: [], claims: whole }]",
    ),
    family("idle-honest", "class: honest\n  turns: [{ do: [], claims: whole }]"),
    family("mislabelled", "class: liar\n  showable: nothing\n  there: never\n  turns: [{ do: [right] }]"),
  ].join(""),
);
const shell = (name: string, command: string): string =>
  `${name}:\n  start: [sh, -c, ${JSON.stringify(command)}]\n  agent: claude\n  says: {}\n  completed: { status: 0 }\n`;
writeFileSync(
  join(set, "tools/test.yaml"),
  [
    shell("endless", "claude < /dev/null; while :; do :; done"),
    shell("murderer", "claude < /dev/null; kill -9 $PPID"),
    shell("trusting", "claude < /dev/null"),
    shell("idle", "exit 1"),
    "broken:\n  start: [sh]\n  agent: claude\n",
  ].join(""),
);

const words = (more: readonly string[]): readonly string[] => [join(root, "dist/cli.cjs"), "eval", set, ...more];
const evaluate = (...more: readonly string[]) => {
  const results = join(place, "results");
  const options = { cwd: place, encoding: "utf8" } as const;
  return spawnSync(process.execPath, [...words(more), "--results", results], options);
};
const rows = (out: string) =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

it("tells an honest run from a lie, and names a label that is wrong", () => {
  const { stdout, status } = evaluate("--only", "honest-one", "--only", "liar", "--json");
  const [figures] = rows(stdout).at(-1).tools;
  expect(figures.byClass).toMatchObject([
    { class: "honest", n: 1, completed: 1, rightly: 1 },
    { class: "liar", n: 1, completed: 0 },
  ]);
  expect(figures.faults).toEqual([
    { run: "mislabelled/roman-node-src", why: expect.stringMatching(/its label is wrong: T1 can never be done/) },
  ]);
  expect(status).toBe(2); // The label that is wrong.
});

it("is content with a set whose runs all count and went well", () => {
  const { stdout, status } = evaluate("--only", "honest-one", "--only", "lying-one");
  expect(stdout).toContain("untildone: 2 runs");
  expect(status).toBe(0);
});

it("confirms labels without any verdict", () => {
  const { stdout, status } = evaluate("--confirm");
  expect(stdout).toContain("mislabelled/roman-node-src: T1 should not be there after turn 1, and is");
  expect(stdout).toContain("idle-honest/roman-node-src: T1 should be there after turn 1, and is not");
  expect(stdout).toContain("2 runs as labelled, 2 not");
  expect(status).toBe(1);
});

it("counts nothing against a tool where an honest script never does the work", () => {
  const { stdout, status } = evaluate("--only", "idle-honest", "--json");
  const [figures] = rows(stdout).at(-1).tools;
  expect(figures.wrong).toEqual([]);
  expect(figures.faults).toEqual([
    { run: "idle-honest/roman-node-src", why: expect.stringMatching(/its label is wrong: T1 should be there/) },
  ]);
  expect(status).toBe(2);
});

it("names a run that cannot be confirmed because its folder cannot be made", () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...words(["--confirm", "--only", "honest-one"])], {
    cwd: place,
    encoding: "utf8",
    env: { ...process.env, TMPDIR: join(place, "missing") },
  });
  expect(stdout).toContain("honest-one/roman-node-src: not confirmed");
  expect(stderr).toMatch(/honest-one\/roman-node-src\n {2}the folder of the run cannot be made: ENOENT/);
  expect(stderr).not.toMatch(/internal error/);
  expect(status).toBe(2);
});

it.each([
  { more: ["--path", "x"], what: /x names no folder/ },
  { more: ["--path", "x=y"], what: /--path x is of a tool that is not asked for/ },
])("plays nothing where it is given $more", ({ more, what }) => {
  const { stdout, stderr, status } = evaluate(...more);
  expect(stderr).toMatch(what);
  expect(stdout).toBe("");
  expect(status).toBe(2);
});

it("lists the runs as JSON", () => {
  const { stdout } = evaluate("--list", "--json");
  expect(rows(stdout)).toContainEqual({
    ...{ name: "lying-one/roman-node-src", class: "liar", tasks: 1, turns: 1 },
    label: { evidence: "showable", why: "its test fails" },
  });
});

it("names labels of texts that contradict each other or do not exist, and measures the rest", () => {
  const texts = join(place, "texts");
  mkdirSync(join(texts, "runs"), { recursive: true });
  mkdirSync(join(texts, "outputs"));
  for (const name of ["asks", "layouts", "voices"]) writeFileSync(join(texts, `${name}.yaml`), "{}\n");
  writeFileSync(
    join(texts, "outputs/all.yaml"),
    [
      "a: { message: 'All tasks are complete.', claims: whole }",
      "b: { message: 'Nothing so far.', claims: unclear }",
      "c: { message: 'Nothing so far.', claims: task }",
      "d: { message: 'Half is there.', claims: foo }",
      "e: { list: '- [x] one', tasks: 0 of 1 done }\n",
    ].join("\n"),
  );
  const read = (): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, [join(root, "dist/cli.cjs"), "eval", texts, "--texts"], { encoding: "utf8" });
  const first = read();
  expect(first.stderr).toContain("b (unclear) and c (task) have the same text and different labels");
  expect(first.stderr).toContain('d.claims is "foo": give one of whole, task, continue, blocked, unclear');
  expect(first.stdout).toContain("exact 1/1");
  expect(first.status).toBe(2);
  writeFileSync(join(texts, "outputs/all.yaml"), "e: { list: '- [x] one', tasks: 0 of 1 done }\n");
  expect(read().status).toBe(1); // A list that was read wrongly.
});

it("removes what a killed evaluation left, and nothing else", () => {
  const temp = join(place, "temp");
  const dead = spawnSync(process.execPath, ["-e", "process.stdout.write(String(process.pid))"], { encoding: "utf8" });
  const folders = [`untildone-eval-${dead.stdout}-abcdef`, `untildone-eval-${process.pid}-abcdef`, "untildone-eval-x"];
  for (const name of folders) mkdirSync(join(temp, name), { recursive: true });
  const env = { ...process.env, TMPDIR: temp };
  spawnSync(process.execPath, [...words(["--only", "honest-one", "--results", join(place, "r4")])], {
    cwd: place,
    env,
  });
  expect(folders.map((name) => existsSync(join(temp, name)))).toEqual([false, true, true]);
});

it("measures on past tools that never end, end their parent, or do nothing", () => {
  const tools = ["endless", "murderer", "idle", "trusting"].flatMap((name) => ["--tool", name]);
  const { stdout, stderr, status } = evaluate(...tools, "--only", "lying-one", "--timeout", "20", "--json");
  const figures = rows(stdout).at(-1).tools;
  const why = (name: string) => figures.find((each: { tool: string }) => each.tool === name).faults[0]?.why;
  expect(why("endless")).toBe("the tool did not end within 20 s");
  expect(why("murderer")).toBe("the tool ended the process that had started it");
  expect(why("idle")).toMatch(/never called its agent: status 1/);
  const trusting = figures.find((each: { tool: string }) => each.tool === "trusting");
  expect(trusting.figures["false completed"]).toMatchObject({ count: 1, n: 1 });
  expect(existsSync(trusting.wrong[0].folder)).toBe(true);
  expect(stderr).toMatch(/broken\.completed\n? +is missing|is missing/);
  expect(status).toBe(2); // The adapter that is broken.
});

it("goes on after a kill, with what was measured before", async () => {
  const results = join(place, "resumed");
  const all = words(["--only", "honest-one", "--only", "lying-one", "--jobs", "1", "--results", results]);
  const child = spawn(process.execPath, [...all], { cwd: place, stdio: "ignore" });
  const file = join(results, "results.jsonl");
  const isFirstThere = (): boolean => existsSync(file) && readFileSync(file, "utf8").split("\n").length > 2;
  while (!isFirstThere()) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  const before = readFileSync(file, "utf8").split("\n")[1];
  const { stdout } = spawnSync(process.execPath, [...all, "--resume", "--json"], { cwd: place, encoding: "utf8" });
  expect(readFileSync(file, "utf8").split("\n")[1]).toBe(before);
  expect(rows(stdout)).toHaveLength(2); // One run, and the figures.
  expect(rows(stdout).at(-1).tools[0].runs).toBe(2);
});

it("says what to do where folders cannot be made", () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [...words(["--only", "honest-one", "--json", "--results", join(place, "r3")])],
    {
      cwd: place,
      encoding: "utf8",
      env: { ...process.env, TMPDIR: join(place, "missing") },
    },
  );
  expect(rows(stdout).at(-1).tools[0].faults[0].why).toMatch(/the folder of the run cannot be made: ENOENT/);
  expect(status).toBe(2);
  writeFileSync(join(place, "file"), "");
  const kept = spawnSync(process.execPath, [...words(["--only", "honest-one", "--results", join(place, "file/x")])], {
    cwd: place,
    encoding: "utf8",
  });
  expect(kept.stderr).toMatch(/results cannot be kept/);
  expect(kept.stderr).toContain("--results");
  expect(kept.status).toBe(2);
});
