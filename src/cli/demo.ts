import type { Decision } from "../core/decision.js";
import type { IterationFacts } from "../core/observation.js";
import { decideSituation } from "../situation/observe.js";
import { parseSituation } from "../situation/parse.js";
import type { Command, Io } from "./command.js";
import { type DemoStep, demoScript, demoTasks } from "./demo-script.js";
import { paint } from "./paint.js";
import { tellDecision } from "./tell-decision.js";

export const demo: Command = {
  name: "demo",
  usage: "demo [options]",
  about:
    "Takes a scripted agent through a list of three tasks. The agent's words and the results of the checks are\nscripted; every decision is made by the real engine, the one behind `untildone decide`.",
  flags: { json: { type: "boolean", help: "print the decisions as JSON Lines" } },
  examples: ["untildone demo", "untildone demo --json | head -1"],
  async run(given, io) {
    const json = given.flag("json");
    if (!json) io.out(`${intro(io)}\n`);
    const done = new Set<string>();
    const history: IterationFacts[] = [];
    for (const [at, step] of demoScript.entries()) {
      const { decision, facts } = play(step, { number: at + 1, done, history });
      io.out(json ? `${JSON.stringify(decision)}\n` : tellStep(step, decision, { number: at + 1, io }));
      if (decision.taskDone !== null) done.add(decision.taskDone);
      if (decision.decision === "EXIT") {
        if (!json) io.out(closing(io, decision));
        return decision.exitCode ?? 0;
      }
      history.push(facts);
    }
    return 0;
  },
};

interface SoFar {
  readonly number: number;
  readonly done: ReadonlySet<string>;
  readonly history: readonly IterationFacts[];
}

/** One iteration through the engine, and what of it the next ones should know. */
function play(step: DemoStep, { number, done, history }: SoFar): { decision: Decision; facts: IterationFacts } {
  const situation = parseSituation({
    output: step.output,
    task: step.task,
    tasks: { list: demoTasks.map(({ id, title }) => ({ id, title, status: done.has(id) ? "done" : "todo" })) },
    iteration: step.iteration,
    evidence: step.evidence,
    history,
    used: { iterations: number },
    now: "2026-01-01T02:10:00Z",
  });
  const { decision, observation } = decideSituation(situation);
  const facts = observation.turn?.facts ?? {};
  return { decision, facts: decision.taskDone === null ? facts : { ...facts, passed: true, tasksDone: 1 } };
}

function intro({ colour }: Io): string {
  const { bold, dim } = paint(colour);
  const tasks = demoTasks.map(({ id, title }) => `  ${id}  ${title}`);
  return [
    bold("Three tasks, one agent, seven iterations."),
    dim("Its words and the checks are scripted; the decisions are the engine's."),
    ...tasks,
    "",
  ].join("\n");
}

function tellStep(step: DemoStep, decision: Decision, { number, io }: { number: number; io: Io }): string {
  const { bold, dim } = paint(io.colour);
  const words = step.output.startsWith("{")
    ? "(an error of its CLI, as JSON)"
    : step.output.replaceAll(/\s*\n\s*/g, " ⏎ ");
  const seen = step.evidence.map(({ name, state, detail }) => `${name} ${state}${detail ? ` (${detail})` : ""}`);
  const facts = `claim ${decision.claim}${decision.explicit ? ", explicit" : ""}; ${decision.indicators} indicators; score ${decision.score.total}`;
  return [
    bold(`${number}. ${step.task}: ${step.title}`),
    `${dim("   it said   ")}${words.length > 160 ? `${words.slice(0, 159)}…` : words}`,
    `${dim("   we saw    ")}${[...seen, facts].join("; ")}`,
    indent(tellDecision(decision, io.colour)),
    "",
  ].join("\n");
}

const indent = (text: string): string =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `   ${line}`)
    .join("\n");

function closing({ colour }: Io, { exitCode }: Decision): string {
  const { dim } = paint(colour);
  return `\n${dim(`The loop would end here with exit code ${exitCode}. Next: untildone policies standard, untildone decide --help`)}\n`;
}
