/** The judge: stateful decisions for your own loop in Node. Uses the same folder as `untildone check`. */

import { readTranscript } from "./agents/transcripts/read-transcript.js";
import { warnOfOldIn } from "./config/old-spellings.js";
import { kindOfTask, type PolicySpec, policyForKind, resolvePolicy } from "./decide/policies/policies.js";
import type { SettingsPatch } from "./decide/settings.js";
import { newRunId, now } from "./lib/time/clock.js";
import { readReport } from "./run/judge/read-report.js";
import { openSession } from "./run/session.js";
import { parseSituation } from "./run/situation/parse.js";
import { resolveTasks } from "./run/situation/resolve-tasks.js";
import type { SituationInput } from "./run/situation/situation.js";
import type { DecisionRecord } from "./store/record.js";
import { Store } from "./store/store.js";

export type { DecisionRecord } from "./store/record.js";

export interface JudgeOptions {
  /** The state folder, usually `.ralph` in the project. */
  readonly folder: string;
  readonly policy?: string | PolicySpec;
  readonly settings?: SettingsPatch;
  /** Continues this run; without it a new one starts. */
  readonly run?: string;
}

export interface Judge extends Disposable {
  readonly run: string;
  /** Files in the folder that were damaged and moved aside. */
  readonly warnings: readonly string[];
  /**
   * Judges one iteration, described as a situation (output, tasks, task, iteration, evidence, agent); the judge adds
   * history, breaker and budget. When it returns, the decision is on disk.
   */
  check(situation: SituationInput): DecisionRecord;
  close(): void;
}

/** Opens the folder for one loop. A second loop is refused until this one is closed. */
export function openJudge({ folder, policy = "standard", settings = {}, run }: JudgeOptions): Judge {
  const store = Store.open({ folder, command: "judge", now: now(), patienceMs: 0 });
  const id = run ?? newRunId(now());
  const resolved = resolvePolicy(policy, settings);
  const old = [...warnOfOldIn({ policy }, ""), ...warnOfOldIn(settings, "settings")];
  return {
    run: id,
    warnings: store.warnings,
    check(given) {
      const situation = parseSituation(given);
      const { number: _, ...facts } = situation.iteration ?? {};
      const { output, agent, format } = situation;
      const transcript =
        output === undefined ? null : readTranscript(output, { format, ...(agent ? { process: agent } : {}) });
      const tasks = resolveTasks(situation.tasks, resolved.settings);
      const at = situation.now ?? now();
      const { settings: inForce } = policyForKind(resolved, kindOfTask(tasks, situation.task));
      const session = openSession(
        { policy: resolved, spec: policy, settings, origins: {}, run: id, resumed: run !== undefined },
        { journal: store, clock: { now: () => at } },
      );
      const judged = session.judge({
        report: transcript && readReport(transcript, { settings: inForce, now: at }),
        ...(transcript ? { spent: transcript } : {}),
        tasks,
        ...(situation.task === undefined ? {} : { task: situation.task }),
        evidence: situation.evidence,
        facts,
        forceComplete: situation.forceComplete,
        interrupted: situation.interrupted,
        warnings: [...old, ...situation.warnings],
      });
      return store.record(judged.record);
    },
    close: () => store.close(),
    [Symbol.dispose]: () => store.close(),
  };
}
