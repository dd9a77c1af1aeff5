// Interrupts or kills the loop at random moments of a run, again and again. Afterwards journal, task list and repository
// are whole, nothing is left running, no lock is in the way, and a resumed run finishes the work. With --cheat the agent
// never does the work and tampers with the tests instead: however the run is killed and resumed, it is never completed.
//   node scripts/kill-runs.mjs [--cheat] [--count 100] [--seed N] [--only K]
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { agree, numbersIn, wholeJournal } from "./journal-checks.mjs";
import { cheats } from "./kill-cheats.mjs";
import { claim, diceOf, endOf, manyTimes, Trial } from "./loop-trial.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    only: { type: "string" },
    cheat: { type: "boolean", default: false },
  },
});

/** One part a turn, with commits and company: there is much to cut through. A turn played again does no harm. */
const turn = (part, more) => ({
  sleepMs: 150,
  write: { [`parts/${part}.txt`]: "right\n" },
  commit: `Make part ${part}`,
  ...claim,
  ...more,
});
const steps = [
  { sleepMs: 100, write: { "parts/1.txt": "wrong\n" }, ...claim },
  turn(1, { child: "session" }),
  turn(2, { flood: 2e6, child: "deaf" }),
  turn(3, { child: "holds-pipe" }),
  // After a cut the steps and the tasks may be out of step: whatever the task, its turn changes something.
  {
    ...turn(3, {}),
    write: Object.fromEntries([1, 2, 3].map((part) => [`parts/${part}.txt`, "right\n"])),
    append: { "parts/log.txt": "once more\n" },
  },
];
const limits = ["--timeout", "30", "--idle-timeout", "20", "--grace", "0.5"];
const wishes = ["one SIGINT", "two SIGINTs", "three SIGINTs", "SIGTERM", "SIGKILL", "SIGKILL", "SIGKILL"];

/** Sends the wish at a random moment of the run, sometimes before it has quite begun. */
async function cut(trial, dice, wish) {
  const seen = trial.start(limits);
  const running = { is: true };
  seen.ended.then(() => {
    running.is = false;
  });
  // Counted in events, not in time: on a busy machine a run is slow, and all moments would be early ones.
  const after = Math.floor(values.cheat ? dice.random() * dice.random() * 40 : dice.random() * 60);
  await until(() => seen.out.split("\n").length > after || !running.is);
  await setTimeout(dice.random() * 250);
  const hadBegun = seen.out.includes('"type":"run-start"');
  const hadEnded = !running.is || seen.out.includes('"type":"run-end"');
  const times = { "one SIGINT": 1, "two SIGINTs": 2, "three SIGINTs": 3 }[wish];
  for (let sent = 0; sent < (times ?? 1); sent++) {
    if (sent > 0) await setTimeout(dice.random() * 100);
    seen.child.kill(times ? "SIGINT" : wish);
  }
  const ended = await Promise.race([seen.ended, setTimeout(60_000, null, { ref: false })]);
  if (ended === null) throw new Error("it did not end");
  const whole = { ...seen, out: seen.out.slice(0, seen.out.lastIndexOf("\n") + 1) }; // A kill may tear the last line told.
  return { ...endOf(whole, ended), hadBegun, hadEnded };
}

async function until(holds) {
  while (!holds()) await setTimeout(5);
}

/** How a run ends that was asked to stop. Before it has begun, and after its end, a signal just ends the process. */
function judgeEnd(wish, { code, signal, decision, hadBegun, hadEnded, events, of, err }) {
  const must = (holds, what) => {
    if (!holds) throw new Error(`${what}: code ${code}, signal ${signal}, outcome ${decision?.outcome}\n${err}`);
  };
  if (wish === "SIGKILL") return must(signal === "SIGKILL" || hadEnded || code === 0, "not killed");
  if (!hadBegun || hadEnded) return;
  if (code === 0) return must(decision?.outcome === "completed", "ended well without being completed");
  if (wish === "three SIGINTs" && decision === null) return must(code === 3, "the third ended it otherwise");
  must(code === 3 && decision?.outcome === "interrupted", "not interrupted");
  if (wish !== "one SIGINT") return;
  const last = (type) => events.findLastIndex((event) => event.type === type);
  must(last("agent-start") <= last("agent-end") && last("agent-end") <= last("decision-made"), "a turn was not judged");
  for (const { how } of of("agent-end")) must(how === "exited 0", `a turn was not finished: ${how}`);
}

/** Lines of the list as they were, ticked or not. */
function wholeList(trial) {
  if (!/^- \[[ x]\] make part 1\n- \[[ x]\] make part 2\n- \[[ x]\] make part 3\n$/.test(trial.read("TODO.md")))
    throw new Error(`the task list is torn: ${JSON.stringify(trial.read("TODO.md"))}`);
}

function healthy(trial) {
  const { status, stdout, stderr } = trial.git("fsck", "--no-dangling");
  if (status !== 0) throw new Error(`git fsck: ${stdout}${stderr}`);
}

/** Goes on, or begins again where nothing had been written down yet; the work is finished either way. */
async function finish(trial, { wasCompleted }) {
  const hasRun = trial.wasCutOff() || (trial.has(".ralph/decisions.jsonl") && !wasCompleted);
  const next = await trial.run([...limits, ...(hasRun ? ["--resume"] : [])], 90_000);
  const { code, decision, err } = next;
  if (code !== 0 || decision?.outcome !== "completed")
    throw new Error(
      `${hasRun ? "the resumed" : "a new"} run: code ${code}, ${decision?.outcome}: ${decision?.reason}\n${err}`,
    );
  if (!trial.isDone()) throw new Error("completed, but the work is not there");
}

const counts = { resumed: 0, notResumed: 0, inFirstTurn: 0, journalsRemoved: 0, cuts: {} };

async function killRun(at, dice) {
  const wish = wishes[at % wishes.length]; // In turn: a short series has some of each.
  const trial = new Trial({ tasks: 3, steps });
  try {
    const ran = await cut(trial, dice, wish);
    judgeEnd(wish, ran);
    await trial.nothingLeft(5_000);
    wholeList(trial);
    healthy(trial);
    const hasJournal = trial.has(".ralph/decisions.jsonl");
    if (hasJournal) wholeJournal(trial.path, { tornEnd: wish === "SIGKILL" });
    await finish(trial, { wasCompleted: hasJournal && lastOutcome(trial) === "completed" });
    wholeList(trial);
    healthy(trial);
    wholeJournal(trial.path, { tornEnd: false });
    agree(trial.path);
    await trial.nothingLeft(5_000);
    if (trial.has(".ralph/untildone.lock")) throw new Error("the lock is still there");
    counts.cuts[wish] = (counts.cuts[wish] ?? 0) + 1;
    if (hasJournal) counts.resumed++;
  } catch (error) {
    error.message = `${wish}: ${error.message}`;
    throw error;
  } finally {
    trial.close();
  }
}

/** A kill at any moment, the first turn included, and a resumed run: not completed, and no decision told is lost. */
async function killCheat(at, dice) {
  const [name, cheat] = cheats[at % cheats.length];
  const trial = new Trial({ tasks: 3, steps: [{ sleepMs: 50, ...cheat }] });
  try {
    const ran = await cut(trial, dice, "SIGKILL");
    neverCompleted("the killed run", trial, ran);
    keptAll(trial, ran);
    await trial.nothingLeft(5_000);
    const agentActed = ran.of("agent-start").length > 0;
    const next = await trial.run([...limits, "--resume"], 90_000);
    neverCompleted("the resumed run", trial, next);
    if (agentActed && next.of("run-start").length === 0 && !ran.hadEnded) counts.notResumed++;
    keptAll(trial, next);
    await trial.nothingLeft(5_000);
    counts.cuts[name] = (counts.cuts[name] ?? 0) + 1;
    if (agentActed) counts.resumed++;
    if (agentActed && ran.of("decision-made").length === 0) counts.inFirstTurn++;
  } catch (error) {
    error.message = `${name}: ${error.message}`;
    throw error;
  } finally {
    trial.close();
  }
}

function neverCompleted(what, trial, { code, decision, err }) {
  if (code === 0 || decision?.outcome === "completed")
    throw new Error(`${what} is completed: ${decision?.rule}: ${decision?.reason}\n${err}`);
  if (trial.isDone()) throw new Error("the work is done, so this is no cheat");
}

/**
 * Every decision that was printed is in the journal. An agent that removes the whole state folder takes the journal with
 * it if the kill comes before the folder is put back: that is counted and printed, apart from what a kill alone loses.
 */
function keptAll(trial, { of }) {
  const kept = new Set(numbersIn(trial.path));
  const lost = of("decision-made").filter(({ record }) => !kept.has(record.n));
  if (lost.length === 0) return;
  if (trial.has(".ralph/decisions.jsonl"))
    throw new Error(`decisions lost: ${lost.map(({ record }) => record.n).join(", ")}`);
  counts.journalsRemoved++;
}

function lastOutcome(trial) {
  const whole = trial.read(".ralph/decisions.jsonl").split("\n").slice(0, -1);
  return whole.length === 0 ? null : JSON.parse(whole.at(-1)).decision?.outcome;
}

const act = values.cheat ? killCheat : killRun;
const seed = Number(values.seed);
const begun = performance.now();
if (values.only !== undefined) await act(Number(values.only), diceOf(seed * 1000 + Number(values.only)));
const count = values.only === undefined ? Number(values.count) : 0;
const failed = await manyTimes(count, seed, act);
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
const told = Object.entries(counts.cuts).map(([name, n]) => `${n} ${values.cheat ? "with" : "by"} ${name}`);
const resumed = values.cheat
  ? `${counts.resumed} of them after the agent had started, ${counts.inFirstTurn} of these in its first turn, ${counts.notResumed} refused to resume, ${counts.journalsRemoved} journals removed by the agent`
  : `${counts.resumed} of them with decisions to go on from`;
console.log(`${count} runs cut short in ${seconds} s: ${told.join(", ")}, ${resumed}: ${failed} failed (seed ${seed})`);
process.exitCode = failed === 0 ? 0 : 1;
