import { type Settings, withSettings } from "../../decide/settings.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Session } from "../session.js";
import { currentRun } from "./loop-state.js";

/** Waits until a usage limit resets plus a margin; a stop request ends the wait. True if it waited. */
export async function waitForLimit(session: Session, { decision }: DecisionRecord, counted: number): Promise<boolean> {
  const { person, agent, clock } = session;
  const { wait } = decision;
  if (!wait || person.stop.level > 0) return false;
  const seconds = Math.min(wait.seconds + agent.limits.limitMarginSeconds, secondsLeft(session, { counted }));
  person.emit({ type: "wait-start", until: wait.until, seconds, why: decision.reason });
  await clock.sleep(seconds, person.stop.soon);
  person.emit({ type: "wait-end", interrupted: person.stop.level > 0 });
  return true;
}

/** The settings that the run is judged by now, with what a person raised. */
export const settingsNow = ({ policy, person }: Pick<Session, "policy" | "person">): Settings =>
  withSettings(policy.settings, person.control.limits.patch);

/** The remaining time budget, so that no turn or wait exceeds it. */
export function secondsLeft(session: Session, { counted }: { readonly counted: number }): number {
  const { maxSeconds } = settingsNow(session);
  if (maxSeconds === null || maxSeconds === 0) return Number.POSITIVE_INFINITY;
  const before = currentRun(session)?.seconds ?? 0;
  return Math.max(0, maxSeconds - before - (session.clock.elapsed() - counted));
}
