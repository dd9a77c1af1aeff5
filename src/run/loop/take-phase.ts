import type { Agent } from "../../agents/agent.js";
import { labelAgent } from "../../agents/label-agent.js";
import type { AgentTurn } from "../../agents/start/run-agent.js";
import type { Failure, Transcript } from "../../decide/transcript.js";
import { dateLimit } from "../judge/read-report.js";
import type { Session } from "../session.js";
import { agentsFor } from "./agent-roles.js";
import { askAgent, type PhaseTurn } from "./ask-agent.js";
import { chooseRecovery } from "./choose-recovery.js";
import type { LoopState } from "./loop-state.js";
import { mergeTurns } from "./merge-turns.js";
import { secondsLeft } from "./wait.js";

/** Retries if the model could not be reached, and lets the next agent take over if this one cannot go on. */
export async function takePhase(session: Session, state: LoopState, phaseTurn: PhaseTurn): Promise<AgentTurn> {
  const { stop } = session.person;
  const { roles, limits, continueSession } = session.agent;
  const { task } = phaseTurn.selected;
  const wanted = agentsFor(roles, { phase: phaseTurn.phase.name, kind: task?.kind ?? null });
  const agents = state.escalations.order(wanted, task?.id);
  let before: Transcript | null = null;
  let tries = 0;
  for (let attempt = 0; ; attempt++) {
    const agent = state.rests.select(agents, session.clock.now());
    state.agent = agent;
    const own = state.agentSession?.agent === labelAgent(agent) ? state.agentSession.id : null;
    const resume = continueSession ? own : null;
    const asked = { ...phaseTurn, attempt, resume, secondsLeft: secondsLeft(session, state) };
    const { transcript, ...rest } = await askAgent(session, agent, asked);
    const turn: AgentTurn = { ...rest, transcript: before ? mergeTurns(before, transcript) : transcript };
    if (transcript.ending.is !== "failed") state.rests.remove(agent);
    if (transcript.ending.is !== "failed" || stop.level === 2) return turn;
    const { failure } = transcript.ending;
    const mayRetry = tries < limits.retries && secondsLeft(session, state) > 0;
    const failed = { failure, transcript, isResumed: resume !== null, hasOther: agents.length > 1, mayRetry };
    switch (chooseRecovery(failed)) {
      case "new-session":
        leaveSession(session, state, failure);
        break;
      case "retry":
        await waitToRetry(session, state, { failure, tries: tries++ });
        break;
      case "next-agent":
        if (!switchAgent(session, state, { agents, agent, failure })) return reportRests(turn, state, agents);
        tries = 0;
        break;
      case "none":
        return turn;
    }
    before = turn.transcript;
    if (stop.level > 0 || secondsLeft(session, state) <= 0) return turn;
  }
}

function leaveSession({ person }: Session, state: LoopState, { message }: Failure): void {
  state.agentSession = null;
  person.emit({ type: "agent-retry", why: `the session could not be resumed: ${message}`, seconds: 0 });
}

async function waitToRetry(
  session: Session,
  state: LoopState,
  { failure, tries }: { readonly failure: Failure; readonly tries: number },
): Promise<void> {
  const seconds = session.agent.limits.retrySeconds * 3 ** tries;
  session.person.emit({ type: "agent-retry", why: failure.message, seconds });
  await session.clock.sleep(Math.min(seconds, secondsLeft(session, state)), session.person.stop.soon);
}

/** Lets the next agent take over. False if all of them are resting. */
function switchAgent(
  { person, clock }: Session,
  { rests }: LoopState,
  { agents, agent, failure }: { readonly agents: readonly Agent[]; readonly agent: Agent; readonly failure: Failure },
): boolean {
  const { limit } = failure;
  const until = rests.add(agent, limit ? { ...failure, limit: dateLimit(limit, clock.now()) } : failure, clock.now());
  const next = rests.findFree(agents, clock.now());
  if (!next) return false;
  person.emit({
    type: "agent-switch",
    from: labelAgent(agent),
    to: labelAgent(next),
    why: failure.message,
    until: until === null ? null : new Date(until).toISOString(),
  });
  return true;
}

/** No agent is left: the turn failed as the one that is back first did. */
function reportRests(turn: AgentTurn, state: LoopState, agents: readonly Agent[]): AgentTurn {
  const reported = state.rests.describe(agents);
  if (!reported) return turn;
  state.agent = reported.agent;
  return { ...turn, transcript: { ...turn.transcript, ending: { is: "failed", failure: reported.failure } } };
}
