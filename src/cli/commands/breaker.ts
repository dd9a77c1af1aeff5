import { type Breaker, closedBreaker, enterBreaker, stepBreaker } from "../../decide/breaker.js";
import type { IterationFacts } from "../../decide/observation.js";
import type { Policy } from "../../decide/policy.js";
import { detectProgress, eased, isExcluded } from "../../decide/progress.js";
import { breakerLimits } from "../../decide/weigh.js";
import { UserError } from "../../lib/errors.js";
import { maskSecrets } from "../../lib/secrets/secrets.js";
import { suggest } from "../../lib/text/nearest.js";
import { now } from "../../lib/time/clock.js";
import { paint } from "../../report/terminal/paint.js";
import { historyLimit } from "../../run/judge/history-limit.js";
import { enterRun, type RunState } from "../../store/current-run.js";
import { loadState } from "../../store/load.js";
import { Store } from "../../store/store.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { configFlags, readConfig } from "../flags/config-flags.js";
import { runId, stateFolder } from "../judging.js";
import { wholeNumber } from "../numbers.js";
import { formatBreaker } from "./state.js";

const actions = ["status", "track", "trip", "reset"] as const;

export const breaker: Command = {
  name: "breaker",
  findsProject: "flags",
  usage: "breaker status|track|trip REASON|reset [options]",
  about:
    "Controls the circuit breaker of a loop. track records one iteration (the next check is about the same one), trip opens it, reset closes it, status shows it.\n\nExit status of status and track: 0 closed or half-open, 1 open, 2 unknown.",
  flags: {
    json: { type: "boolean", help: "print JSON" },
    "files-changed": { type: "string", value: "N", help: "track: files the iteration changed" },
    commits: { type: "string", value: "N", help: "track: commits it made" },
    "tasks-done": { type: "string", value: "N", help: "track: tasks it finished" },
    error: { type: "string", value: "TEXT", help: "track: the error it ended with" },
    failed: { type: "boolean", help: "track: it failed" },
    task: { type: "string", value: "ID", help: "track: the task it worked on" },
    run: { type: "string", value: "ID", help: "track: the run it belongs to (default: the current one)" },
    ...configFlags,
  },
  maxPositionals: 2,
  choices: actions,
  examples: [
    'untildone breaker track --files-changed "$(git status --porcelain | wc -l)" --task T3',
    "untildone breaker status || exit 1",
    'untildone breaker trip "the gate never passes"',
    "untildone breaker reset",
  ],
  async run(args, io) {
    const [word = "status", ...rest] = args.words;
    const action = actions.find((name) => name === word);
    if (!action)
      throw new UserError({
        what: `breaker does not know ${JSON.stringify(word)}`,
        where: "untildone breaker",
        fix: suggest(word, actions),
      });
    if (rest.length > (action === "trip" ? 1 : 0))
      throw new UserError({
        what: `unexpected argument ${JSON.stringify(rest.at(-1))}`,
        where: `untildone breaker ${action}`,
        fix: "put a reason of several words in quotes",
      });
    if (action === "status") return status(args, io);
    const facts = action === "track" ? await readFacts(args, io) : {};
    return change(action, facts, { args, io });
  },
};

function status(args: ParsedArgs, io: Io): number {
  const config = readConfig(args, io);
  const { runState, damage } = loadState(stateFolder(config, io));
  for (const { name, why } of damage) io.err(`warning: ${config.stateFolder}/${name} ${why}\n`);
  const { settings } = config.resolved;
  return show(enterBreaker(runState.breaker, breakerLimits(settings), now()), args, io);
}

function change(
  action: "track" | "trip" | "reset",
  facts: IterationFacts,
  { args, io }: { args: ParsedArgs; io: Io },
): number {
  const config = readConfig(args, io);
  const policy = config.resolved;
  const at = now();
  const store = Store.open({ folder: stateFolder(config, io), command: `breaker ${action}`, now: at });
  try {
    const when = new Date(at).toISOString();
    const run = store.runState.run?.id ?? "";
    if (action === "track") store.append(tracked(facts, store.runState, { policy, at, named: args.text("run") }));
    else if (action === "reset")
      store.append({ kind: "breaker", at: when, run, why: "reset by hand", breaker: closedBreaker });
    else {
      const why = args.words[1] ?? "tripped by hand";
      store.append({
        kind: "breaker",
        at: when,
        run,
        why,
        breaker: { ...store.runState.breaker, state: "open", reason: why, openedAt: at },
      });
    }
    store.snapshot();
    for (const warning of store.warnings) io.err(`warning: ${warning}\n`);
    const code = show(store.runState.breaker, args, io);
    return action === "track" ? code : 0;
  } finally {
    store.close();
  }
}

/** An iteration of another loop. The breaker counts it at once; the next check judges the same iteration. */
function tracked(
  facts: IterationFacts,
  runState: RunState,
  { policy, at, named }: { policy: Policy; at: number; named: string | undefined },
) {
  const run = runId(named, runState, at);
  const entered = enterRun(runState, { id: run, at, resumed: false });
  const before = entered.run.tracked?.facts ?? entered.run.history.at(-1);
  const breakerBefore = entered.begins ? entered.breaker : runState.breaker;
  const limits = breakerLimits(policy.settings);
  const progress = detectProgress(facts, before);
  const event = {
    progress,
    excluded: isExcluded(facts, progress),
    error: facts.error,
    gate: "off" as const,
    eased: eased(facts, before),
  };
  const breaker = stepBreaker(enterBreaker(breakerBefore, limits, at), event, { limits, now: at });
  return {
    kind: "track" as const,
    at: new Date(at).toISOString(),
    run,
    facts,
    historyLimit: historyLimit(policy.settings),
    breaker,
  };
}

/** The facts from the flags; without any about changes, the workspace itself is inspected. */
async function readFacts(args: ParsedArgs, io: Io): Promise<IterationFacts> {
  const count = (flag: string): number | undefined => {
    const text = args.text(flag);
    return text === undefined ? undefined : wholeNumber(text.trim(), `--${flag}`);
  };
  const fields: Record<string, unknown> = {
    task: args.text("task"),
    filesChanged: count("files-changed"),
    commits: count("commits"),
    tasksDone: count("tasks-done"),
    error: maskError(args.text("error")) ?? (args.flag("failed") ? undefined : null),
    failed: args.flag("failed") || args.text("error") !== undefined,
  };
  if (fields["filesChanged"] === undefined && fields["commits"] === undefined) {
    const { takeSnapshot } = await import("../look.js");
    fields["snapshot"] = (await takeSnapshot(io.cwd, readConfig(args, io).stateFolder)) ?? undefined;
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function show(shown: Breaker, args: ParsedArgs, io: Io): number {
  const { green, yellow, red } = paint(io.colour);
  const tone = shown.state === "open" ? red : shown.state === "half-open" ? yellow : green;
  const openedAt = shown.openedAt === null ? null : new Date(shown.openedAt).toISOString();
  io.out(args.flag("json") ? `${JSON.stringify({ ...shown, openedAt })}\n` : `${tone(formatBreaker(shown))}\n`);
  return shown.state === "open" ? 1 : 0;
}

/** As the journal holds it, so that the next one can be compared with it. */
const maskError = (error: string | undefined): string | undefined => error && maskSecrets(error);
