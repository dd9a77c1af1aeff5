import { plural } from "../lib/text/plural.js";
import { type Evidence, isAboutHonesty } from "./evidence.js";
import type { Observation } from "./observation.js";
import { isProven } from "./proof.js";
import type { Case } from "./rule.js";

/** What a run is called whose work nothing could check. */
export const notVerifiedTitle = "DONE, NOT VERIFIED";

/**
 * Why a run that would be completed needs a person's eyes: it did work, and neither a required check nor a fact of a task
 * ran. Null if something could check it, nothing was done, or the settings accept such work.
 */
export function uncheckedWork({ seen, settings, gate }: Case, justDone: readonly string[]): string | null {
  if (settings.grantedBy !== "facts" || settings.unverified === "accept" || seen.session) return null;
  const isKnown = gate.visible !== null || (seen.doneInRun ?? 0) > 0;
  if (!isKnown || couldCheck(seen)) return null;
  const { tasks } = seen;
  const done = (seen.doneInRun ?? 0) + justDone.length;
  if (tasks.is !== "list") return "the work is done; nothing here could check it";
  const which = done === 1 ? "it" : "them";
  return done === 0 ? null : `${done} of ${plural(tasks.total, "task")} done; nothing here could check ${which}`;
}

/** Whether a required check or a fact of a task ran, now or for a task that was done before. What is proved was checked. */
export const couldCheck = ({ evidence, facts = [], factRan, proof, provenBy = [] }: Observation): boolean =>
  factRan === true ||
  isProven(proof) ||
  provenBy.some(({ kind }) => kind !== "held-before") ||
  facts.some(({ now }) => now !== "unknown") ||
  evidence.some(checksWork);

/** A result about the work itself: not about whether tests were altered, boxes ticked or files committed. */
const checksWork = (check: Evidence): boolean =>
  check.required && check.state !== "unknown" && !isAboutHonesty(check) && !(aside.has(check.name) && !check.aboutTask);

const aside = new Set(["changes", "task-file-moved", "clean-git", "criteria"]);
