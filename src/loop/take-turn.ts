import type { Agent } from "../agents/agent.js";
import type { AgentTurn } from "../agents/run-agent.js";
import { isLeft } from "../core/tasks.js";
import { isUnusable, type Transcript } from "../core/transcript.js";
import { plus } from "../store/run-state.js";
import { makePrompt } from "./prompt.js";
import { describeProtocol } from "./protocol.js";
import type { Selected } from "./select.js";
import type { LoopSetup, Phase } from "./setup.js";
import { taskText } from "./task-text.js";
import { secondsLeft } from "./wait.js";

/** The state of the loop between two turns. */
export interface Memory {
  /** Seconds already charged to the budget, by the run's clock. */
  counted: number;
  agent: number;
  session: string | null;
  feedback: readonly string[];
}

export interface Turn {
  readonly transcript: Transcript;
  /** The nonce in the prompt; null if the prompt printed none, undefined if the protocol has none. */
  readonly nonce: string | null | undefined;
}

/** One iteration's turn: every phase in order, until one fails. The last phase's output is the iteration's. */
export async function takeTurn(
  setup: LoopSetup,
  memory: Memory,
  input: { iteration: number; selected: Selected },
): Promise<Turn> {
  let last: AgentTurn | undefined;
  const nonce = setup.protocol === "untildone" ? setup.newNonce() : undefined;
  let printedNonce: string | null | undefined = nonce;
  for (const phase of setup.phases) {
    if (setup.phases.length > 1) setup.emit({ type: "phase-start", name: phase.name });
    const prompt = makeTurnPrompt(setup, { ...input, phase, feedback: memory.feedback, nonce: nonce ?? null });
    // If the template does not print the nonce, the agent cannot know it.
    if (nonce !== undefined) printedNonce = prompt.includes(nonce) ? nonce : null;
    const turn = await takePhase(setup, memory, { ...input, phase, prompt });
    last = last ? { ...turn, transcript: mergePhases(last.transcript, turn.transcript) } : turn;
    if (turn.transcript.ending.is === "failed" || setup.stop.level === 2) break;
  }
  if (!last) throw new Error("a run has at least one phase");
  memory.session = last.transcript.sessionId;
  return { transcript: last.transcript, nonce: printedNonce };
}

/** Costs and actions of all phases; messages of the last one. */
function mergePhases(before: Transcript, last: Transcript): Transcript {
  const add = (a: number, b: number): number => a + b;
  return {
    ...last,
    denials: add(before.denials, last.denials),
    edits: add(before.edits, last.edits),
    commands: [...before.commands, ...last.commands],
    costUsd: plus(before.costUsd, last.costUsd),
    usage:
      before.usage && last.usage
        ? {
            inputUncached: add(before.usage.inputUncached, last.usage.inputUncached),
            cacheRead: add(before.usage.cacheRead, last.usage.cacheRead),
            cacheWrite: add(before.usage.cacheWrite, last.usage.cacheWrite),
            output: add(before.usage.output, last.usage.output),
          }
        : (last.usage ?? before.usage),
  };
}

interface PhaseTurn {
  readonly iteration: number;
  readonly phase: Phase;
  readonly prompt: string;
}

/** Retries if the model could not be reached, and switches to the next agent if this one cannot run at all. */
async function takePhase(setup: LoopSetup, memory: Memory, phaseTurn: PhaseTurn): Promise<AgentTurn> {
  const { limits, emit, stop } = setup;
  for (let attempt = 0; ; attempt++) {
    const agent = setup.agents[memory.agent];
    if (!agent) throw new Error("a run has at least one agent");
    const session = setup.continueSession ? memory.session : null;
    const turn = await askAgent(setup, agent, {
      ...phaseTurn,
      attempt,
      session,
      secondsLeft: secondsLeft(setup, memory),
    });
    const { ending } = turn.transcript;
    if (ending.is !== "failed" || stop.level === 2) return turn;
    const { failure } = ending;
    const next = setup.agents[memory.agent + 1];
    if (isUnusable(failure.kind) && next) {
      emit({ type: "agent-switch", from: agent.name, to: next.name, why: failure.message });
      memory.agent++;
      memory.session = null;
    } else if (
      session !== null &&
      failure.kind !== "api" &&
      failure.kind !== "timeout" &&
      failure.limit === null &&
      !hasOutput(turn.transcript)
    ) {
      memory.session = null; // The session cannot be resumed: start a new one.
      emit({ type: "agent-retry", why: `the session could not be resumed: ${failure.message}`, seconds: 0 });
    } else if (
      failure.kind === "api" &&
      failure.limit === null &&
      attempt < limits.retries &&
      secondsLeft(setup, memory) > 0
    ) {
      const seconds = limits.retrySeconds * 3 ** attempt;
      emit({ type: "agent-retry", why: failure.message, seconds });
      await setup.sleep(Math.min(seconds, secondsLeft(setup, memory)), stop.soon);
    } else return turn;
    if (stop.level > 0) return turn;
  }
}

const hasOutput = ({ messages }: Transcript): boolean => messages.some(({ text }) => text.trim() !== "");

interface Attempt extends PhaseTurn {
  readonly attempt: number;
  /** The session to resume. */
  readonly session: string | null;
  readonly secondsLeft: number;
}

async function askAgent(setup: LoopSetup, agent: Agent, input: Attempt): Promise<AgentTurn> {
  const { emit, limits, stop } = setup;
  const name = [
    ...(setup.phases.length > 1 ? [input.phase.name] : []),
    ...(input.attempt > 0 ? [`try-${input.attempt + 1}`] : []),
  ];
  const file = (kind: string, extension: string): string =>
    setup.logFile(input.iteration, [kind, ...name].join("-") + extension);
  const { prompt } = input;
  setup.store.writeRunFile(file("prompt", ".md"), prompt);
  const outputFile = file("agent", ".log");
  const resume = input.session;
  emit({ type: "agent-start", agent: agent.name, words: agent.invoke({ prompt: "…", resume }).words, outputFile });
  const turn = await setup.runAgent(
    agent,
    { prompt, resume },
    {
      cwd: setup.cwd,
      env: { UNTILDONE_RUN: setup.run, UNTILDONE_ITERATION: String(input.iteration) },
      timeoutMs: Math.max(1, Math.min(limits.timeoutSeconds, input.secondsLeft)) * 1000,
      idleTimeoutMs: limits.idleTimeoutSeconds * 1000,
      graceMs: limits.graceSeconds * 1000,
      signal: stop.now,
      outputFile,
      onOutput: (chunk) => emit({ type: "agent-output", bytes: chunk.length }),
    },
  );
  emit({
    type: "agent-end",
    agent: agent.name,
    how: describeEnding(turn),
    seconds: turn.seconds,
    leftBehind: turn.leftBehind,
  });
  if (turn.notEnded.length > 0) emit({ type: "warning", text: describeNotEnded(turn.notEnded) });
  return turn;
}

const describeNotEnded = (processes: readonly string[]): string =>
  `started during the turn and still running, perhaps by the agent; not ended: ${processes.join(", ")}`;

function describeEnding({ ending, transcript }: AgentTurn): string {
  if (transcript.ending.is === "failed") return `failed: ${transcript.ending.failure.message}`;
  return ending.is === "exited" ? `exited ${ending.code}` : ending.is;
}

/** The task's text and how many tasks come after it. */
function describeTask({ task, tasks, allDone }: Selected, list: string | null): string {
  if (tasks.is !== "tasks") return "";
  if (!task) return allDone ? "Every task of the list is done. What is left to do is below." : "";
  const left = tasks.tasks.filter((each) => each.id !== task.id && isLeft(each));
  const more =
    left.length === 0
      ? "It is the last task of the list."
      : `${left.length} more ${left.length === 1 ? "task comes" : "tasks come"} after it.`;
  return `${taskText(task, list)}\n\n${more}`;
}

export interface TurnPrompt {
  readonly iteration: number;
  readonly selected: Selected;
  readonly phase: Phase;
  readonly feedback: readonly string[];
  readonly nonce: string | null;
}

/** The prompt of one turn. */
export function makeTurnPrompt(
  setup: Pick<LoopSetup, "policy" | "prompt" | "template" | "protocol" | "run" | "readList" | "tracker">,
  { iteration, selected, phase, feedback, nonce }: TurnPrompt,
): string {
  const { promise } = setup.policy.settings;
  const described = describeTask(selected, setup.readList());
  return makePrompt(
    {
      prompt: setup.prompt,
      task: described,
      protocol: describeProtocol(setup.protocol, {
        nonce,
        promise,
        list: selected.tasks.is === "tasks" ? setup.tracker.name : null,
      }),
      feedback,
      iteration,
      run: setup.run,
    },
    phase.template ?? setup.template,
  );
}
