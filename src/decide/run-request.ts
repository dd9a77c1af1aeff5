/** What a person asks of a running run, other than words for its agent. */
export const runActions = ["pause", "continue", "stop", "stop-now"] as const;
export type RunAction = (typeof runActions)[number];

/**
 * How they asked: a command in another terminal, a key of the live view, a button of the dashboard, or Ctrl-C and
 * other signals.
 */
export const requestWays = ["command", "key", "dashboard", "signal"] as const;
export type RequestWay = (typeof requestWays)[number];

/** The limits of a run that a person can raise while it goes on. The one per day is none of them. */
export const budgets = ["iterations", "seconds", "tokens", "usd"] as const;
export type Budget = (typeof budgets)[number];

/** A limit as a person raised it. */
export interface RaisedLimit {
  readonly budget: Budget;
  readonly to: number;
}

export interface RunRequest {
  readonly action: RunAction;
  readonly by: RequestWay;
}
