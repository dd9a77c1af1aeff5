// Runs the loop with an agent that does good and bad things in random order, again and again. Every run must end in time,
// in flat memory, with an outcome that fits what the agent did, with nothing left running, and with its state in order.
//   node scripts/fault-runs.mjs [--count 200] [--seed N] [--only K]
import { parseArgs } from "node:util";
import { agree, wholeJournal } from "./journal-checks.mjs";
import { claim, diceOf, manyTimes, Trial, testFile, testSource } from "./loop-trial.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string" },
  },
});

const right = (at) => ({
  write: { "parts/1.txt": "right\n", "parts/2.txt": "right\n", [testFile]: testSource, [`notes/${at}.txt`]: `${at}\n` },
});
const finishes = (at) => ({ ...right(at), ...claim });
const works = (at) => ({ write: { [`notes/${at}.txt`]: `${at}\n` } });
const emptied = 'import { test } from "node:test";\n\ntest("part 1", () => {});\n';

/** What an agent may do wrong: a turn that brings nothing to completion. */
const faults = {
  "claims too early": (at) => ({ write: { "parts/1.txt": `wrong ${at}\n`, "parts/2.txt": "wrong\n" }, ...claim }),
  "claims and did nothing": () => claim,
  hangs: (at) => ({ ...works(at), hang: true }),
  "hangs and is deaf": (at) => ({ ...works(at), hang: true, ignoreTerm: true }),
  "finishes and hangs": (at) => ({ ...finishes(at), hang: true }),
  "only echoes the prompt": (at) => ({ ...works(at), echoPrompt: true }),
  "prints half an event": (at) => ({ ...works(at), brokenJson: true }),
  "says nothing": (at) => works(at),
  "crashes by its code": (at) => ({ ...works(at), say: "I begin.", exit: 1 + (at % 3) }),
  "crashes after a claim": (at) => ({ ...finishes(at), exit: 70 }),
  "crashes by a signal": (at) => ({ ...works(at), signal: ["sigkill", "sigsegv", "sigterm"][at % 3] }),
  "deletes the tests": () => ({ write: { "parts/1.txt": "x\n" }, delete: ["tests"], ...claim }),
  "empties the tests": () => ({ write: { "parts/1.txt": "x\n", [testFile]: emptied }, ...claim }),
};

/** What changes nothing about how a turn is judged. */
const burdens = {
  none: () => ({}),
  floods: (dice) => ({ flood: Math.floor(1e6 + dice.random() * 2e7) }),
  "complains on stderr": () => ({ stderr: "warning: something is deprecated" }),
  "ignores TERM": () => ({ ignoreTerm: true }),
  "leaves a session": () => ({ child: "session" }),
  "leaves a holder of the pipe": () => ({ child: "holds-pipe" }),
  "leaves a deaf one": () => ({ child: "deaf" }),
};

/** Changes to files only we write; the first is of a name that must have been put back afterwards. */
const meddling = {
  none: () => null,
  "forges the snapshot": () => ({ write: { ".ralph/exit-state.json": '{"version":1,"outcome":"completed"}' } }),
  "forges the journal": () => ({ write: { ".ralph/decisions.jsonl": '{"version":1,"n":1,"kind":"decision"}\n' } }),
  "loosens the settings": () => ({ write: { ".ralph/config.yaml": "gateEnabled: false\nminScore: 0\n" } }),
  "removes the lock": () => ({ delete: [".ralph/untildone.lock"] }),
  "removes our folder": () => ({ delete: [".ralph"] }),
};

function compose(dice) {
  const tasks = dice.pick([1, 2]);
  const length = 1 + Math.floor(dice.random() * 6);
  let isRight = false;
  const turns = Array.from({ length }, (_, at) => {
    const isLast = at === length - 1;
    const kind = dice.chance(0.4) ? "good" : !isLast && dice.chance(0.15) ? "limit" : "bad";
    const name = kind === "bad" ? dice.pick(Object.keys(faults)) : kind;
    const base =
      kind === "good" ? finishes(at) : kind === "limit" ? { limitSeconds: dice.pick([3, 4]) } : faults[name](at);
    const burden = dice.pick([...Object.keys(burdens), "none", "none"]);
    const meddles = dice.chance(0.25) ? dice.pick(Object.keys(meddling)) : "none";
    const done = meddling[meddles]() ?? {};
    isRight = base.write?.["parts/1.txt"] ? base.write["parts/1.txt"] === "right\n" : isRight;
    return {
      // Where an earlier turn did the work, the claim of one that did nothing is true.
      kind: name === "claims and did nothing" && isRight ? "good" : kind,
      told: [name, burden, meddles].filter((word) => word !== "none").join(", "),
      meddles: meddles !== "none",
      step: {
        ...base,
        ...burdens[burden](dice),
        write: { ...base.write, ...done.write },
        delete: [...(base.delete ?? []), ...(done.delete ?? [])],
      },
    };
  });
  return { tasks, turns };
}

/**
 * Whether a run must, may or cannot be completed: it needs a good turn a task, and three bad ones in a row are enough for
 * a rule to stop it. Usage limits count neither way. The last turn is repeated.
 */
function expected({ tasks, turns }) {
  let good = 0;
  let inRow = 0;
  for (const { kind } of turns) {
    if (kind === "limit") continue;
    good += kind === "good" ? 1 : 0;
    inRow = kind === "good" ? 0 : inRow + 1;
    if (good === tasks) return "must";
    if (inRow === 3)
      return turns.filter((turn) => turn.kind === "good").length + 99 * isGood(turns.at(-1)) < tasks ? "cannot" : "may";
  }
  return isGood(turns.at(-1)) ? "must" : "cannot";
}

const isGood = ({ kind }) => (kind === "good" ? 1 : 0);
const codes = { completed: 0, stuck: 1, "needs-review": 1, aborted: 2 };
const limits = ["--timeout", "8", "--idle-timeout", "3", "--grace", "0.5", "--limit-margin", "0"];
const counts = {};
let highest = 0;

async function faultRun(at, dice) {
  const composed = compose(dice);
  const { tasks, turns } = composed;
  const trial = new Trial({ tasks, steps: turns.map(({ step }) => step) });
  try {
    const ran = await trial.run([...limits, "--max-iterations", "14"], 120_000);
    judge(trial, composed, ran);
    await trial.nothingLeft(1_000);
    counts[ran.decision.outcome] = (counts[ran.decision.outcome] ?? 0) + 1;
    highest = Math.max(highest, ran.peakMb);
  } catch (error) {
    const list = turns.map(({ told }, n) => `  ${n + 1}. ${told}`).join("\n");
    error.message = `${error.message}\nrun ${at}, ${tasks} tasks, it ${expected(composed)} be completed:\n${list}`;
    throw error;
  } finally {
    trial.close();
  }
}

function judge(trial, composed, { code, err, decision, peakMb, of }) {
  const must = (holds, what) => {
    if (holds) return;
    const verdicts = of("decision-made").map(({ record }) => `${record.decision.rule}: ${record.decision.reason}`);
    throw new Error(`${what}\n  ${verdicts.join("\n  ")}\n${err}`);
  };
  must(decision !== null, `no decision at the end, code ${code}`);
  const { outcome, rule } = decision;
  must(code === codes[outcome], `${outcome} ended with ${code}`);
  must(outcome !== "aborted" || rule === "budget-spent", `aborted by ${rule}`);
  const may = expected(composed);
  must(may === "may" || (outcome === "completed") === (may === "must"), `it ${may} be completed, and was ${outcome}`);
  must(outcome !== "completed" || trial.isDone(), "completed, but the work is not there");
  must(err === "", "something was said on standard error");
  must(peakMb !== null && peakMb < 200, `the loop took ${peakMb} MB`);
  for (const { seconds } of of("agent-end")) must(seconds < 30, `a turn took ${seconds} s`);
  const played = of("agent-start").length;
  const meddled = Array.from({ length: played }, (_, at) => composed.turns[Math.min(at, composed.turns.length - 1)]);
  must(meddled.some(({ meddles }) => meddles) === of("file-restored").length > 0, "meddling was told wrongly");
  must(!trial.has(".ralph/untildone.lock"), "the lock is still there");
  must(!trial.has(".ralph/config.yaml"), "settings made by the agent were left for the next run");
  wholeJournal(trial.path, { tornEnd: false });
  agree(trial.path);
  must(trial.git("fsck", "--no-dangling").status === 0, "git fsck is not content");
}

const seed = Number(values.seed);
const begun = performance.now();
if (values.only !== undefined) await faultRun(Number(values.only), diceOf(seed * 1000 + Number(values.only)));
const count = values.only === undefined ? Number(values.count) : 0;
const failed = await manyTimes(count, seed, faultRun);
const told = Object.entries(counts).map(([outcome, n]) => `${n} ${outcome}`);
console.log(
  `${count} runs of a faulty agent in ${((performance.now() - begun) / 1000).toFixed(0)} s: ${told.join(", ")}, at most ${highest.toFixed(0)} MB: ${failed} failed (seed ${seed})`,
);
process.exitCode = failed === 0 ? 0 : 1;
