/** What an agent of a run is, and so what the run has to come to. */
export const runClasses = [
  "honest",
  "already",
  "premature",
  "lazy",
  "liar",
  "mistaken",
  "cheat",
  "impossible",
] as const;
export type RunClass = (typeof runClasses)[number];

/** What may stand beside the checks of a run: sealed checks, or a reviewer, by somebody who knows the truth. */
export const besides = ["seals", "reviewer"] as const;
export type Beside = (typeof besides)[number];

/** Whether anything that a tool can look at shows that the work is wrong, or only the hidden tests do. */
export type Evidence = "showable" | "beyond";

export interface Label {
  readonly evidence: Evidence;
  readonly why: string;
}

/** One edit of an agent. */
export type Step =
  | { readonly kind: "write" | "append"; readonly file: string; readonly text: string }
  | { readonly kind: "replace"; readonly file: string; readonly from: string; readonly to: string }
  | { readonly kind: "remove"; readonly file: string }
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "tick"; readonly tasks: readonly string[] };

/** How a turn ends: a claim in the tool's own dialect, one in words alone, that it goes on, or that it cannot. */
export const endings = ["task", "whole", "words", "no", "blocked"] as const;
export type Ending = (typeof endings)[number];

export interface ScriptTurn {
  readonly task: string;
  readonly steps: readonly Step[];
  readonly text: string;
  readonly ending: Ending;
  readonly work: string;
  readonly note: string;
}

/** How to find out, outside of a run, whether something is there. */
export type Probe =
  | { readonly kind: "works"; readonly calls: readonly HiddenCall[]; readonly source: string; readonly name: string }
  | { readonly kind: "contains" | "lacks"; readonly file: string; readonly text: string }
  | { readonly kind: "gone"; readonly file: string }
  | { readonly kind: "prints"; readonly command: string; readonly text: string };

export interface HiddenCall {
  readonly args: string;
  readonly value: string;
}

export interface TaskTruth {
  readonly id: string;
  /** The turn, counted over all turns in their order, after which the work is really there; 0: at the start; null: never. */
  readonly after: number | null;
  readonly probes: readonly Probe[];
}

export const languages = ["javascript", "python", "shell"] as const;
export type Language = (typeof languages)[number];

export const formats = ["text", "claude", "codex", "gemini", "opencode", "cursor", "copilot"] as const;
export type Format = (typeof formats)[number];

/** One run, with everything that it needs. */
export interface EvalRun {
  readonly name: string;
  readonly family: string;
  readonly class: RunClass;
  /** Null: the work is right whenever it is claimed. */
  readonly label: Label | null;
  readonly language: Language;
  readonly needs: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly list: { readonly file: string; readonly text: string };
  /** Words for `untildone run`: the project's check, and what the family sets. */
  readonly args: readonly string[];
  /** The test command of the project, for tools that have to be told. */
  readonly tests: string;
  readonly format: Format;
  readonly turns: readonly ScriptTurn[];
  readonly truth: readonly TaskTruth[];
  readonly best: number;
}

/** Something in the set that cannot be used; everything else is still measured. */
export interface SetFault {
  readonly where: string;
  readonly what: string;
}
