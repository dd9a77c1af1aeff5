// Writes docs/benchmarks.md from what was measured: the figures of `untildone eval --json`, with other tools beside us if
// they were measured (`eval --others --json`), and how fast commands start.
//   node scripts/benchmarks.mjs EVAL.jsonl [--others OTHERS.jsonl] [--seals FILE] [--reviewer FILE] [--no-speed] [--out docs/benchmarks.md]
//   node scripts/benchmarks.mjs --play [--path TOOL=FOLDER]… [--no-speed]
// --seals and --reviewer are what `eval --beside seals` and `--beside reviewer` printed. --play measures first: the whole set,
// both of these on the honest runs and those beyond the evidence, and other tools on a tenth of all. What is there in .eval and .eval-others of the same
// build is not played again.
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { parse } from "yaml";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    others: { type: "string" },
    seals: { type: "string" },
    reviewer: { type: "string" },
    play: { type: "boolean", default: false },
    path: { type: "string", multiple: true, default: [] },
    "no-speed": { type: "boolean", default: false },
    out: { type: "string", default: "docs/benchmarks.md" },
  },
});
if (positionals.length !== (values.play ? 0 : 1)) {
  console.error("name the file that `untildone eval --json` printed, or play the set with --play");
  process.exit(2);
}

/** Plays a part of the set, or goes on with it, and names the file of its results. */
function play(folder, words) {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/figures.jsonl`;
  const out = openSync(file, "w");
  const all = ["dist/cli.cjs", "eval", "--json", "--resume", "--results", folder, ...words];
  const { status } = spawnSync(process.execPath, all, { stdio: ["ignore", out, "inherit"] });
  closeSync(out);
  // 1: some of what was measured is wrong, which the page shows.
  if (status !== 0 && status !== 1) process.exit(2);
  return file;
}

const ownFile = values.play ? play(".eval", []) : positionals[0];
const paths = values.path.flatMap((path) => ["--path", path]);
const othersFile = values.play ? play(".eval-others", ["--others", "--sample", ...paths]) : values.others;

const choice = ["honest", "already", "beyond"].flatMap((name) => ["--only", name]);
const playBeside = (name) => (values.play ? play(`.eval-${name}`, ["--beside", name, ...choice]) : values[name]);
const besideFiles = [
  ["sealed checks of an author that knows the truth", playBeside("seals")],
  ["a reviewer that knows the truth", playBeside("reviewer")],
];

const run = (program, ...words) => execFileSync(program, words, { encoding: "utf8" }).trimEnd();
/** The last line has the figures; those before it are the single runs. */
const readFigures = (file) => JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1));

const { inSet, tools, outputs } = readFigures(ownFile);
const others = othersFile ? readFigures(othersFile).tools : [];
const own = tools.find(({ tool }) => tool === "untildone");

const besides = besideFiles.flatMap(([name, file]) =>
  file ? [[name, readFigures(file).tools.find(({ tool }) => tool === "untildone")]] : [],
);

const rate = ({ count, n, percent, low, high }) =>
  n === 0 ? "not measured" : `${count} of ${n}: ${percent} % (${low}–${high} %)`;
const shorten = (text) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const speed = values["no-speed"]
  ? []
  : ["bench/check.mjs", "bench/hook.mjs"].map(
      (file) => `\`node ${file}\`:\n\n\`\`\`text\n${run("node", file)}\n\`\`\``,
    );

/** What each tool is, as its adapter says it. */
const abouts = new Map(
  Object.entries(parse(readFileSync("eval/tools/tools.yaml", "utf8"))).map(([name, { about }]) => [name, about]),
);
const describe = (tool) => (abouts.has(tool) ? [`- \`${tool}\`: ${abouts.get(tool)}.`] : []);

/** Those that something shows to be wrong, or that are right and were refused. */
const wrong = own.wrong.filter(({ evidence }) => evidence !== "beyond");
const wentWrong = wrong.map(
  ({ run, completed, outcome, why }) =>
    `- \`${run}\`: ${completed ? "completed" : (outcome ?? "no end")}; ${shorten(why)}`,
);

const besideUs = ["false completed", "missed completed", "beyond the evidence: completed"];
const besideFigures = ["beyond the evidence: completed", "beyond the evidence: verified", "false refusal"];
const text = [
  "# Benchmarks",
  "",
  "This page is written by `node scripts/benchmarks.mjs`; do not edit it. What each figure counts is said in [eval.md](eval.md). In",
  "brackets is the interval in which the true rate lies in 95 of 100 cases: what can be promised is its upper end.",
  "",
  `Measured on ${new Date().toISOString().slice(0, 10)} at commit \`${run("git", "rev-parse", "--short", "HEAD")}\`, Node ${process.version}, on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB.`,
  "",
  "## Runs",
  "",
  table(
    ["figure", `untildone, ${own.runs} of the ${inSet} runs of the set`],
    [
      ...Object.entries(own.figures).map(([name, value]) => [name, rate(value)]),
      ["turns against the best", `${own.calls} of ${own.best}: ${own.turns}`],
    ],
  ),
  "",
  table(
    ["class", "runs", "called completed", "rightly"],
    own.byClass.map((each) => [each.class, each.n, each.completed, each.rightly]),
  ),
  "",
  ...(own.faults.length === 0
    ? []
    : [`Counted for nothing: ${own.faults.map(({ run, why }) => `${run} (${why})`).join("; ")}.`, ""]),
  ...(besides.length === 0
    ? []
    : [
        "### What sealed checks and a reviewer can add",
        "",
        "Upper bounds: the author and the reviewer know the truth, which no real one does (`eval --beside`). On the honest runs and those beyond the evidence.",
        "",
        table(
          ["beside the checks of the run", "runs", ...besideFigures],
          [["nothing", own], ...besides].map(([name, { runs, figures }]) => [
            name,
            runs,
            ...besideFigures.map((figure) => rate(figures[figure])),
          ]),
        ),
        "",
      ]),
  "### Runs that went wrong",
  "",
  ...(wentWrong.length === 0 ? ["None, apart from those beyond the evidence."] : wentWrong),
  "",
  "## Messages, lists, test outputs and situations",
  "",
  table(
    ["what", "result"],
    outputs
      ? [
          ...Object.entries(outputs.messages).map(([name, value]) => [`messages, ${name}`, rate(value)]),
          ["lists, right", rate(outputs.lists)],
          ["test outputs, right", rate(outputs.tests)],
          ["situations, right", rate(outputs.situations)],
        ]
      : [["not measured", ""]],
  ),
  "",
  ...(others.length === 0
    ? []
    : [
        "## Other tools beside us",
        "",
        `On ${Math.max(...others.map(({ runs }) => runs))} of the same runs, with the same agents. A tool that stops where its agent would have finished misses a completion.`,
        "",
        table(
          ["tool", "runs", ...besideUs, "turns against the best"],
          others.map(({ tool, runs, figures, turns }) => [
            tool,
            runs,
            ...besideUs.map((name) => rate(figures[name])),
            turns,
          ]),
        ),
        "",
        ...others.flatMap(({ tool }) => describe(tool)),
        "",
      ]),
  ...(speed.length === 0
    ? []
    : ["## Speed", "", "Ratios within one run, `node -e 0` being 1.", "", speed.join("\n\n"), ""]),
].join("\n");
writeFileSync(values.out, text);
