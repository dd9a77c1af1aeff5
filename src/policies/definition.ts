import type { Rule } from "../core/rule.js";
import type { SettingsPatch } from "../core/settings.js";

/** A rule's place in a policy, and the section of the document it comes from. */
export interface Step {
  readonly rule: Rule;
  /** "ours" where the document has no such rule and the run still needs it. */
  readonly from: string;
}

/** A policy before settings: an ordered list, and what it sets differently from the defaults. */
export interface PolicyDefinition {
  readonly name: string;
  readonly summary: string;
  readonly steps: readonly Step[];
  readonly settings: SettingsPatch;
  /** False where only the task tracker says what is done: the loop marks nothing. */
  readonly marksTasks?: false;
}

export const step = (rule: Rule, from = "ours"): Step => ({ rule, from });
