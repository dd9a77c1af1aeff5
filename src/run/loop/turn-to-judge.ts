import { lastQuestion } from "../../agents/signals/prose/questions.js";
import { type AgentReport, readNote } from "../../decide/agent-report.js";
import { fingerprint } from "../../decide/fingerprint.js";
import { openGroups } from "../../decide/groups.js";
import type { Escalation } from "../../decide/observation.js";
import type { Shown, TaskOrder } from "../../decide/observe.js";
import type { Task } from "../../decide/tasks.js";
import { isNothing } from "../../evidence/workspace/changes.js";
import { readAuthor } from "../judge/review-due.js";
import type { JudgedTurn } from "../judge/turn.js";
import { trustIn } from "../learning/fitted-trust.js";
import type { Session } from "../session.js";
import { agentsFor } from "./agent-roles.js";
import type { ExaminedTurn } from "./examine-turn.js";
import { listMayBeJudged } from "./judge-again.js";
import { unsaid } from "./judge-turn.js";
import { currentRun, type LoopState, setAsideIn } from "./loop-state.js";
import { type FinishedTurn, isFresh } from "./run-turn.js";
import { describeFailure } from "./same-failure.js";
import type { Selected } from "./select.js";
import { tellApart } from "./tell-apart.js";

export interface TurnFound {
  readonly selected: Selected;
  readonly ended: FinishedTurn;
  readonly examined: ExaminedTurn;
}

/** All that the judge is told of a turn. */
export function turnToJudge(session: Session, state: LoopState, found: TurnFound): JudgedTurn {
  const { transcript } = found.ended;
  const { report, seen, after, work, proved, began } = found.examined;
  const tasks = after.tasks.is === "tasks" ? after.tasks.tasks : [];
  return {
    ...unsaid(after, seen),
    order: describeOrder(session, state, found),
    feedback: tellApart(seen.feedback, {
      ...{ cwd: session.workspace.cwd, task: after.task, tasks, began: began ?? [] },
      setAside: setAsideIn(session),
    }),
    proved,
    ...findTrust(session, state, found),
    groups: findGroups(session, after, proved?.shown.claims),
    ...readAuthor(currentRun(session), found.selected.task?.id ?? "", found.ended.message),
    workFacts: work.facts,
    facts: readFacts(found),
    report,
    spent: {
      usage: transcript.usage,
      costUsd: transcript.costUsd,
      isUnpriced: state.agent?.reports?.cost === false,
    },
  };
}

/** How claims like this one turned out here before, where a person had that fitted. */
function findTrust({ agent: { trust } }: Session, { agent }: LoopState, { selected, examined }: TurnFound) {
  if (!trust || !agent) return {};
  const { report, proved } = examined;
  const found = trustIn(trust, {
    ...{ agent: agent.name, model: agent.model ?? null, kind: selected.task?.kind ?? null },
    ...{ explicit: report.explicit || report.taskExplicit, confidence: report.confidence, proof: proved?.shown.proof },
  });
  return found ? { trust: found } : {};
}

function describeOrder(session: Session, state: LoopState, { selected, ended, examined }: TurnFound): TaskOrder {
  const { report, seen, after } = examined;
  const waits = state.order.seeWaiting({
    ...{ report, message: ended.message, task: after.task },
    tasks: after.tasks.is === "tasks" ? after.tasks.tasks : [],
    hasChanged: seen.changes === null || !isNothing(seen.changes),
  });
  const escalation = findEscalation(session, state, selected);
  const mayBeJudgedAgain = listMayBeJudged(session, state, selected);
  return {
    ...(waits ? { waits } : {}),
    ...(escalation ? { escalation } : {}),
    ...(mayBeJudgedAgain.length > 0 ? { mayBeJudgedAgain } : {}),
  };
}

function readFacts({ selected, ended, examined }: TurnFound): NonNullable<JudgedTurn["facts"]> {
  const { report, seen, due } = examined;
  const said = readSaid(report, ended.message, selected.task);
  const failure = describeFailure(seen, report, due.claimed);
  return {
    ...(said === undefined ? {} : { said }),
    ...(failure === undefined ? {} : { sameFailure: failure }),
    ...(isFresh(ended) ? { fresh: true } : {}),
  };
}

/** Who could take the task over from the agent of its last phase. */
function findEscalation(
  { agent, policy }: Session,
  { escalations, agent: last }: LoopState,
  { task }: Selected,
): Escalation | undefined {
  const phase = agent.phases.at(-1)?.name ?? "";
  if (!task || policy.settings.escalate === 0) return undefined;
  return escalations.find(task.id, agentsFor(agent.roles, { phase, kind: task.kind }), last);
}

/** The groups that may be done with what is claimed. Beside other tasks, the run itself sees to them. */
function findGroups(session: Session, { tasks, task }: Selected, claims: Shown["claims"] = []) {
  if (session.tasks.only || !task || tasks.is !== "tasks") return [];
  const { unproven = [] } = currentRun(session) ?? {};
  return openGroups(tasks.tasks, [task.id, ...claims.map((claim) => claim.task)], unproven);
}

/** What the agent asks or is blocked by, so that the same words in another task are known again. */
function readSaid(report: AgentReport, message: string, task: Task | null | undefined): string | undefined {
  const text = report.claim === "blocked" ? readNote(report) : report.questions > 0 ? lastQuestion(message) : null;
  const named = task && text ? text.replaceAll(task.id, "").replaceAll(task.title, "") : text;
  return named ? fingerprint(named).slice(0, 200) : undefined;
}
