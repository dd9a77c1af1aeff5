import type { AgentReport } from "../../decide/agent-report.js";
import type { CheckResult } from "../../evidence/checks/tests/judge-run.js";
import type { Gathered } from "../../evidence/gathered.js";
import type { TurnTicks } from "../../evidence/ledger/list-ledger.js";
import { otherClaims } from "../../evidence/ledger/other-claims.js";
import { type FilesOfWork, type ProvedTurn, proveTurn } from "../../evidence/ledger/prove-turn.js";
import type { ProverTerms } from "../../evidence/ledger/prover.js";
import type { Session } from "../session.js";
import { type LoopState, nextIteration } from "./loop-state.js";
import { distrustOutside } from "./outside.js";
import type { Selected } from "./select.js";
import { secondsLeft } from "./wait.js";

/** A turn that claims to have done its task, and what was seen after it. */
export interface ClaimedTurn {
  readonly report: AgentReport;
  readonly seen: Gathered;
  readonly ticks: TurnTicks;
  readonly after: Selected;
  readonly began: readonly CheckResult[] | null;
  readonly isVisible: boolean;
  readonly files: FilesOfWork;
}

/** What the checks of a turn prove of its task, and of others claimed with it. */
export async function proveClaim(
  { workspace }: Session,
  { report, seen, ticks, after, began, isVisible, files }: ClaimedTurn,
  prover: ProverTerms,
): Promise<ProvedTurn> {
  const { cwd, baseline } = workspace;
  const tasks = after.tasks.is === "tasks" ? after.tasks.tasks : [];
  const task = after.task ?? null;
  const proved = await proveTurn({
    ...{ cwd, seen, baseline, tasks, task, isVisible, files },
    began: began ?? baseline.checks,
    others: otherClaims({ report, ticks, tasks, task: task?.id, changes: seen.changes }),
    prover,
  });
  return distrustOutside(proved, seen);
}

/** How a claim is proved. One task of several has no other end, and what must be proved cannot wait for the run's. */
export function proverTerms(session: Session, state: LoopState, isEnd = false): ProverTerms {
  const { workspace, tasks, person, clock } = session;
  const { plans, room, kept = null } = workspace.checks;
  const { proofSeconds, unverified, retries } = session.policy.settings;
  const isNow = isEnd || tasks.only !== undefined || unverified === "refuse";
  const left = secondsLeft(session, state);
  return {
    ...{ cwd: workspace.cwd, plans, room, kept, retries, contents: workspace.contents },
    ...{ signal: person.stop.now, now: clock.now },
    seconds: proofSeconds === 0 ? 0 : isNow ? left : Math.min(proofSeconds, left),
    logDirectory: workspace.checks.logFile(nextIteration(session), "checks"),
    onProve: (task, what) => person.emit({ type: "proof-start", task, what }),
  };
}
