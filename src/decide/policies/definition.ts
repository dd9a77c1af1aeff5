import type { Rule } from "../rule.js";
import type { SettingsPatch } from "../settings.js";

/** A rule's place in a policy, and the section of the document it comes from. */
export interface Step {
  readonly rule: Rule;
  /** "ours" if the document has no such rule but the run needs it. */
  readonly from: string;
}

/** A policy before settings are applied: an ordered list, and how it differs from the defaults. */
export interface PolicyDefinition {
  readonly name: string;
  readonly summary: string;
  readonly steps: readonly Step[];
  readonly settings: SettingsPatch;
  /** False if only the task tracker decides what is done: the loop marks nothing. */
  readonly marksTasks?: false;
}

export const step = (rule: Rule, from = "ours"): Step => ({ rule, from });
