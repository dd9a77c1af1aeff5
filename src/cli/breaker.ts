import { type Breaker, closedBreaker, enterBreaker, stepBreaker } from "../core/breaker.js";
import type { IterationFacts } from "../core/observation.js";
import type { Policy } from "../core/policy.js";
import { eased, isExcluded, progressOf } from "../core/progress.js";
import { breakerLimits } from "../core/weigh.js";
import { UserError } from "../errors.js";
import { windowOf } from "../judge/window.js";
import { suggest } from "../nearest.js";
import { enterRun, type Kept } from "../store/kept.js";
import { loadState } from "../store/load.js";
import { Store } from "../store/store.js";
import { now } from "../system/clock.js";
import type { Command, Given, Io } from "./command.js";
import { configFlags, configOf } from "./config-flags.js";
import { runId, stateFolder } from "./judging.js";
import { wholeNumber } from "./numbers.js";
import { paint } from "./paint.js";
import { tellBreaker } from "./state.js";

const actions = ["status", "track", "trip", "reset"] as const;

export const breaker: Command = {
  name: "breaker",
  usage: "breaker status|track|trip REASON|reset [options]",
  about:
    "The circuit breaker of a loop. `track` tells it of one iteration (the next check is about the same one), `trip` opens it\nby hand, `reset` closes it, `status` shows it.\n\nExit status of status and track: 0 closed or half-open, 1 open, 2 could not tell.",
  flags: {
    json: { type: "boolean", help: "print JSON" },
    "files-changed": { type: "string", value: "N", help: "track: files the iteration changed" },
    commits: { type: "string", value: "N", help: "track: commits it made" },
    "tasks-done": { type: "string", value: "N", help: "track: tasks it finished" },
    error: { type: "string", value: "TEXT", help: "track: the error it ended with" },
    failed: { type: "boolean", help: "track: it failed" },
    task: { type: "string", value: "ID", help: "track: the task it worked on" },
    run: { type: "string", value: "ID", help: "track: the run it belongs to (default: the present one)" },
    ...configFlags,
  },
  most: 2,
  examples: [
    'untildone breaker track --files-changed "$(git status --porcelain | wc -l)" --task T3',
    "untildone breaker status || exit 1",
    'untildone breaker trip "the gate never passes"',
    "untildone breaker reset",
  ],
  answersByStatus: true,
  async run(given, io) {
    const [word = "status", ...rest] = given.words;
    const action = actions.find((name) => name === word);
    if (!action)
      throw new UserError({
        what: `breaker does not know ${JSON.stringify(word)}`,
        where: "untildone breaker",
        fix: suggest(word, actions),
      });
    if (rest.length > (action === "trip" ? 1 : 0))
      throw new UserError({
        what: `there is one word too many: ${JSON.stringify(rest.at(-1))}`,
        where: `untildone breaker ${action}`,
        fix: "put a reason of several words in quotes",
      });
    if (action === "status") return status(given, io);
    const facts = action === "track" ? await factsOf(given, io) : {};
    return change(action, facts, { given, io });
  },
};

function status(given: Given, io: Io): number {
  const config = configOf(given, io);
  const { kept, damage } = loadState(stateFolder(config, io));
  for (const { name, why } of damage) io.err(`warning: ${config.stateFolder}/${name} ${why}\n`);
  const { settings } = config.resolved;
  return show(enterBreaker(kept.breaker, breakerLimits(settings), now()), given, io);
}

function change(
  action: "track" | "trip" | "reset",
  facts: IterationFacts,
  { given, io }: { given: Given; io: Io },
): number {
  const config = configOf(given, io);
  const policy = config.resolved;
  const at = now();
  const store = Store.open({ folder: stateFolder(config, io), command: `breaker ${action}`, now: at });
  try {
    const when = new Date(at).toISOString();
    const run = store.kept.run?.id ?? "";
    if (action === "track") store.append(tracked(facts, store.kept, { policy, at, named: given.text("run") }));
    else if (action === "reset")
      store.append({ kind: "breaker", at: when, run, why: "reset by hand", breaker: closedBreaker });
    else {
      const why = given.words[1] ?? "tripped by hand";
      store.append({
        kind: "breaker",
        at: when,
        run,
        why,
        breaker: { ...store.kept.breaker, state: "open", reason: why, openedAt: at },
      });
    }
    store.snapshot();
    for (const warning of store.warnings) io.err(`warning: ${warning}\n`);
    const code = show(store.kept.breaker, given, io);
    return action === "track" ? code : 0;
  } finally {
    store.close();
  }
}

/** An iteration of somebody else's loop. The breaker takes it in at once; the next check judges the same iteration. */
function tracked(
  facts: IterationFacts,
  kept: Kept,
  { policy, at, named }: { policy: Policy; at: number; named: string | undefined },
) {
  const run = runId(named, kept, at);
  const entered = enterRun(kept, { id: run, at, resumed: false });
  const before = entered.run.tracked?.facts ?? entered.run.history.at(-1);
  const met = entered.begins ? entered.breaker : kept.breaker;
  const limits = breakerLimits(policy.settings);
  const progress = progressOf(facts, before);
  const event = {
    progress,
    excluded: isExcluded(facts, progress),
    error: facts.error,
    gate: "off" as const,
    eased: eased(facts, before),
  };
  const breaker = stepBreaker(enterBreaker(met, limits, at), event, { limits, now: at });
  return {
    kind: "track" as const,
    at: new Date(at).toISOString(),
    run,
    facts,
    keep: windowOf(policy.settings),
    breaker,
  };
}

/** What the loop tells; where it says nothing of changes, the workspace itself is looked at. */
async function factsOf(given: Given, io: Io): Promise<IterationFacts> {
  const count = (flag: string): number | undefined => {
    const text = given.text(flag);
    return text === undefined ? undefined : wholeNumber(text.trim(), `--${flag}`);
  };
  const told: Record<string, unknown> = {
    task: given.text("task"),
    filesChanged: count("files-changed"),
    commits: count("commits"),
    tasksDone: count("tasks-done"),
    error: given.text("error") ?? (given.flag("failed") ? undefined : null),
    failed: given.flag("failed") || given.text("error") !== undefined,
  };
  if (told["filesChanged"] === undefined && told["commits"] === undefined) {
    const { snapshotOf } = await import("./look.js");
    told["snapshot"] = (await snapshotOf(io.cwd, configOf(given, io).stateFolder)) ?? undefined;
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

function show(shown: Breaker, given: Given, io: Io): number {
  const { green, yellow, red } = paint(io.colour);
  const tone = shown.state === "open" ? red : shown.state === "half-open" ? yellow : green;
  const openedAt = shown.openedAt === null ? null : new Date(shown.openedAt).toISOString();
  io.out(given.flag("json") ? `${JSON.stringify({ ...shown, openedAt })}\n` : `${tone(tellBreaker(shown))}\n`);
  return shown.state === "open" ? 1 : 0;
}
