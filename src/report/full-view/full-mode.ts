/** What of a turn can be read on the whole screen. */
export const readables = ["diff", "output", "prompt", "evidence"] as const;
export type Readable = (typeof readables)[number];

/** Whose turn it is: a task's newest, or one by its number. */
export interface TurnTarget {
  readonly task: string | null;
  readonly iteration: number | null;
}

/** What the keys do now. */
export type FullMode =
  | { readonly is: "run" }
  | { readonly is: "help" }
  | { readonly is: "budget" }
  | { readonly is: "typing"; readonly what: "tell" | "answer"; readonly task: string | null; readonly text: string }
  | {
      readonly is: "reading";
      readonly what: Readable | "task";
      readonly target: TurnTarget;
      readonly title: string;
      readonly lines: readonly string[];
      readonly top: number;
    };

/** The state of the screen itself: nobody else sees it. */
export interface FullUi {
  readonly mode: FullMode;
  /** The task that was chosen; null: the turn that goes on. */
  readonly selected: string | null;
  /** What became of the last thing that was asked. */
  readonly message: string | null;
}
