import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git } from "./commits.mjs";

const hourMs = 3_600_000;

/** What the CLI says of one commit: `tool` is proved, nothing, cannot, red (its checks do not hold) or failed. */
export function measure(commit, options) {
  const place = mkdtempSync(join(tmpdir(), "untildone-commits-"));
  const started = performance.now();
  try {
    const said = ask(commit, place, options);
    return { ...describe(commit), ...said, seconds: Math.round((performance.now() - started) / 1000) };
  } finally {
    if (options.keep) console.error(`kept: ${place}`);
    else rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  }
}

const describe = ({ hash, subject }) => ({ commit: hash, subject });
const none = { strong: [], weak: [], warnings: [] };

function ask(commit, place, { repo, cli, checks, prepare, set }) {
  if (commit.tests.length === 0 && checks.some((check) => check.includes("{tests}")))
    return { tool: "failed", why: "it changes none of the test files that are asked", ...none };
  const clone = join(place, "project");
  git(place, "clone", "-q", "--no-checkout", repo, clone);
  git(clone, "checkout", "-q", "--detach", commit.hash);
  appendFileSync(join(clone, ".git/info/exclude"), "node_modules\n.ralph\n");
  if (prepare !== undefined) {
    const ready = spawnSync("sh", ["-c", prepare], { cwd: clone, encoding: "utf8", timeout: hourMs });
    if (ready.status !== 0) return { tool: "failed", why: `--prepare: ${lastLine(ready)}`, ...none };
  }
  writeFileSync(join(place, "TODO.md"), taskList(commit));
  writeFileSync(join(place, "response.md"), claim);
  const named = checks.flatMap((check) => ["--check", check.replaceAll("{tests}", commit.tests.join(" "))]);
  const words = [
    ...[
      "check",
      "../response.md",
      "../TODO.md",
      "--task",
      "T1",
      "--run-checks",
      "--since",
      `${commit.hash}^`,
      "--json",
    ],
    ...[...named, ...(checks.length > 0 ? ["--no-detect"] : []), ...set.flatMap((each) => ["--set", each])],
  ];
  const env = { ...process.env, XDG_STATE_HOME: join(place, "state") };
  const ran = spawnSync(process.execPath, [cli, ...words], {
    ...{ cwd: clone, env, encoding: "utf8", timeout: hourMs, maxBuffer: 1 << 28 },
  });
  if (ran.status !== 0 && ran.status !== 1) return { tool: "failed", why: lastLine(ran), ...none };
  const journal = join(clone, ".ralph/decisions.jsonl");
  if (!existsSync(journal)) return { tool: "failed", why: lastLine(ran), ...none };
  const [record] = readFileSync(journal, "utf8").trim().split("\n");
  return readRecord(JSON.parse(record));
}

/** What it says of itself must not become tasks of their own, nor words of a tracker. */
function taskList({ subject, body }) {
  const lines = body
    .split("\n")
    .filter((line) => !/^\s*[\w-]+-by:|^\s*verify:/i.test(line))
    .map((line) => `  ${line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "")}`.trimEnd());
  return `- [ ] T1: ${subject}\n${lines.join("\n")}\n`;
}

const claim = "It is done.\n\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_RALPH_STATUS---\n";

const lastLine = ({ stdout, stderr, error }) =>
  error?.message ?? `${stdout}\n${stderr}`.trim().split("\n").at(-1) ?? "it said nothing";

function readRecord({ observation: { evidence, proof }, decision }) {
  const { verified, reason, taskDone, feedback, warnings } = decision;
  const isDone = taskDone !== null;
  const about = evidence.find(({ name }) => name === "honest-tests");
  const signs = {
    strong: feedback.filter((line) => /whether it is tested or not/.test(line)),
    weak: about?.signs ?? [],
  };
  const told = { ...signs, warnings, isDone, proof: proof ?? null };
  // What compares the tests with those of the start is the tool's own word, and no red check of the project.
  const isOfProject = (name) => name !== "honest-tests" && name !== "original-tests";
  const red = evidence.find(({ required, state, name }) => required && state !== "holds" && isOfProject(name));
  if (red) return { tool: "red", why: `${red.name} ${red.state}: ${red.detail}`, ...told };
  if (isDone && verified) return { tool: "proved", why: describeProof(proof), ...told };
  const why = decision.notProven ?? proof?.why ?? "";
  if (proof?.state === "proven")
    return { tool: "nothing", why: `proved, and still not verified: ${decision.notProven ?? reason}`, ...told };
  const refused = isDone ? "" : ` (refused: ${reason})`;
  return { tool: proof?.state === "unknown" ? "cannot" : "nothing", why: `${why}${refused}`, ...told };
}

const describeProof = ({ kind, check, tests }) => `${kind} ${check ?? ""}: ${tests.slice(0, 2).join(", ")}`;
