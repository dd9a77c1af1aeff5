import type { Agent } from "../agents/agent.js";
import type { AgentTurn } from "../agents/run-agent.js";
import type { Failure, Transcript, Usage } from "../core/transcript.js";
import type { Words } from "../core/words.js";
import { dateLimit } from "../judge/read-report.js";
import type { TurnTaken } from "../store/record.js";
import { findRun, plus } from "../store/run-state.js";
import { ToolCallWatch } from "../work/tool-call-watch.js";
import type { AgentRests } from "./agent-rests.js";
import { agentsFor, labelAgent } from "./agent-roles.js";
import { chooseRecovery } from "./choose-recovery.js";
import type { Escalations } from "./escalations.js";
import { makePrompt } from "./prompt.js";
import { describeProtocol } from "./protocol.js";
import type { Selected } from "./select.js";
import type { LoopSetup, Phase } from "./setup.js";
import { describeTask, type TaskBackground } from "./task-context.js";
import { secondsLeft } from "./wait.js";

/** The state of the loop between two turns. */
export interface Memory {
  /** Seconds already charged to the budget, by the run's clock. */
  counted: number;
  /** The agent of the last turn. */
  agent: Agent | null;
  readonly rests: AgentRests;
  readonly escalations: Escalations;
  /** The session of the last turn. Another agent cannot continue it. */
  session: { readonly agent: string; readonly id: string } | null;
  feedback: readonly string[];
}

export interface Turn {
  readonly transcript: Transcript;
  /** The nonce in the prompt; null if the prompt printed none, undefined if the protocol has none. */
  readonly nonce: string | null | undefined;
  /** Every start of an agent. */
  readonly taken: readonly TurnTaken[];
  /** The tool calls are known, and none of them can have edited the list. */
  readonly leavesListAlone: boolean;
  /** Tests or a build ran in it, which are code of the agent. */
  readonly hasRunCode: boolean;
}

/** One iteration's turn: every phase in order, until one fails. The last phase's output is the iteration's. */
export async function takeTurn(
  setup: LoopSetup,
  memory: Memory,
  input: { iteration: number; selected: Selected; words: readonly Words[] },
): Promise<Turn> {
  let last: AgentTurn | undefined;
  const nonce = setup.protocol === "untildone" ? setup.newNonce() : undefined;
  let printedNonce: string | null | undefined = nonce;
  const taken: TurnTaken[] = [];
  const calls = new ToolCallWatch(setup.tasksFile);
  const background = readBackground(setup);
  for (const phase of setup.phases) {
    if (setup.phases.length > 1) setup.emit({ type: "phase-start", name: phase.name });
    const prompt = makeTurnPrompt(setup, {
      ...input,
      phase,
      feedback: memory.feedback,
      nonce: nonce ?? null,
      background,
    });
    // If the template does not print the nonce, the agent cannot know it.
    if (nonce !== undefined) printedNonce = prompt.includes(nonce) ? nonce : null;
    const turn = await takePhase(setup, memory, { ...input, phase, prompt, taken, calls });
    last = last ? { ...turn, transcript: mergeTurns(last.transcript, turn.transcript) } : turn;
    if (turn.transcript.ending.is === "failed" || setup.stop.level === 2) break;
  }
  if (!last) throw new Error("a run has at least one phase");
  const { sessionId } = last.transcript;
  memory.session = memory.agent && sessionId !== null ? { agent: labelAgent(memory.agent), id: sessionId } : null;
  const { transcript } = last;
  return {
    transcript,
    nonce: printedNonce,
    taken,
    leavesListAlone: calls.leavesAlone(transcript),
    hasRunCode: calls.hasRunCode,
  };
}

function readBackground({ store, run, readList }: LoopSetup): TaskBackground {
  const { notes = [], workedAhead = false } = findRun(store.runState, run) ?? {};
  return { list: readList(), notes, workedAhead };
}

/** Costs and actions of both; messages of the last one. */
function mergeTurns(before: Transcript, last: Transcript): Transcript {
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
  readonly selected: Selected;
  readonly phase: Phase;
  readonly prompt: string;
  readonly taken: TurnTaken[];
  readonly calls: ToolCallWatch;
}

/** Retries if the model could not be reached, and lets the next agent take over if this one cannot go on. */
async function takePhase(setup: LoopSetup, memory: Memory, phaseTurn: PhaseTurn): Promise<AgentTurn> {
  const { stop } = setup;
  const { task } = phaseTurn.selected;
  const own = agentsFor(setup.agents, { phase: phaseTurn.phase.name, kind: task?.kind ?? null });
  const agents = memory.escalations.order(own, task?.id);
  let before: Transcript | null = null;
  let tries = 0;
  for (let attempt = 0; ; attempt++) {
    const agent = memory.rests.select(agents, setup.now());
    memory.agent = agent;
    const session = setup.continueSession && memory.session?.agent === labelAgent(agent) ? memory.session.id : null;
    const asked = { ...phaseTurn, attempt, session, secondsLeft: secondsLeft(setup, memory) };
    const { transcript, ...rest } = await askAgent(setup, agent, asked);
    const turn: AgentTurn = { ...rest, transcript: before ? mergeTurns(before, transcript) : transcript };
    if (transcript.ending.is !== "failed") memory.rests.remove(agent);
    if (transcript.ending.is !== "failed" || stop.level === 2) return turn;
    const { failure } = transcript.ending;
    const mayRetry = tries < setup.limits.retries && secondsLeft(setup, memory) > 0;
    const failed = { failure, transcript, isResumed: session !== null, hasOther: agents.length > 1, mayRetry };
    switch (chooseRecovery(failed)) {
      case "new-session":
        leaveSession(setup, memory, failure);
        break;
      case "retry":
        await waitToRetry(setup, memory, { failure, tries: tries++ });
        break;
      case "next-agent":
        if (!switchAgent(setup, memory, { agents, agent, failure })) return reportRests(turn, memory, agents);
        tries = 0;
        break;
      case "none":
        return turn;
    }
    before = turn.transcript;
    if (stop.level > 0 || secondsLeft(setup, memory) <= 0) return turn;
  }
}

function leaveSession({ emit }: LoopSetup, memory: Memory, { message }: Failure): void {
  memory.session = null;
  emit({ type: "agent-retry", why: `the session could not be resumed: ${message}`, seconds: 0 });
}

async function waitToRetry(
  setup: LoopSetup,
  memory: Memory,
  { failure, tries }: { readonly failure: Failure; readonly tries: number },
): Promise<void> {
  const seconds = setup.limits.retrySeconds * 3 ** tries;
  setup.emit({ type: "agent-retry", why: failure.message, seconds });
  await setup.sleep(Math.min(seconds, secondsLeft(setup, memory)), setup.stop.soon);
}

/** Lets the next agent take over. False if all of them are resting. */
function switchAgent(
  { emit, now }: LoopSetup,
  { rests }: Memory,
  { agents, agent, failure }: { readonly agents: readonly Agent[]; readonly agent: Agent; readonly failure: Failure },
): boolean {
  const { limit } = failure;
  const until = rests.add(agent, limit ? { ...failure, limit: dateLimit(limit, now()) } : failure, now());
  const next = rests.findFree(agents, now());
  if (!next) return false;
  emit({
    type: "agent-switch",
    from: labelAgent(agent),
    to: labelAgent(next),
    why: failure.message,
    until: until === null ? null : new Date(until).toISOString(),
  });
  return true;
}

/** No agent is left: the turn failed as the one that is back first did. */
function reportRests(turn: AgentTurn, memory: Memory, agents: readonly Agent[]): AgentTurn {
  const reported = memory.rests.describe(agents);
  if (!reported) return turn;
  memory.agent = reported.agent;
  return { ...turn, transcript: { ...turn.transcript, ending: { is: "failed", failure: reported.failure } } };
}

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
      onOutput: (chunk, line) => emit({ type: "agent-output", bytes: chunk.length, line }),
      onActivity: (activity) => emit({ type: "agent-activity", agent: agent.name, ...activity }),
      onSentence: (text) => emit({ type: "agent-message", agent: agent.name, text }),
      onToolCall: (call) => input.calls.note(call),
    },
  );
  input.taken.push(toTaken(agent, turn, { phase: input.phase, now: setup.now() }));
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

/** What the journal keeps of a start of an agent. */
function toTaken(
  { name, model }: Agent,
  { transcript, seconds }: AgentTurn,
  { phase, now }: { readonly phase: Phase; readonly now: number },
): TurnTaken {
  const failure = transcript.ending.is === "failed" ? transcript.ending.failure : null;
  const resetsAt = failure?.limit ? dateLimit(failure.limit, now).resetsAt : null;
  return {
    agent: name,
    model: model ?? null,
    phase: phase.name,
    seconds,
    usd: transcript.costUsd,
    tokens: transcript.usage && sumTokens(transcript.usage),
    failure: failure?.kind ?? null,
    ...(resetsAt === null ? {} : { resetsAt }),
  };
}

const sumTokens = ({ inputUncached, cacheRead, cacheWrite, output }: Usage): number =>
  inputUncached + cacheRead + cacheWrite + output;

const describeNotEnded = (processes: readonly string[]): string =>
  `started during the turn and still running, perhaps by the agent; not ended: ${processes.join(", ")}`;

function describeEnding({ ending, transcript }: AgentTurn): string {
  if (transcript.ending.is === "failed") return `failed: ${transcript.ending.failure.message}`;
  return ending.is === "exited" ? `exited ${ending.code}` : ending.is;
}

export interface TurnPrompt {
  readonly iteration: number;
  readonly selected: Selected;
  readonly phase: Phase;
  readonly feedback: readonly string[];
  readonly words: readonly Words[];
  readonly nonce: string | null;
  readonly background: TaskBackground;
}

/** The prompt of one turn. */
export function makeTurnPrompt(
  setup: Pick<LoopSetup, "policy" | "prompt" | "template" | "protocol" | "run" | "tracker">,
  { iteration, selected, phase, feedback, words, nonce, background }: TurnPrompt,
): string {
  const { promise } = setup.policy.settings;
  return makePrompt(
    {
      prompt: setup.prompt,
      task: describeTask(selected, background),
      protocol: describeProtocol(setup.protocol, {
        nonce,
        promise,
        list: selected.tasks.is === "tasks" ? setup.tracker.name : null,
      }),
      feedback,
      words,
      iteration,
      run: setup.run,
    },
    phase.template ?? setup.template,
  );
}
