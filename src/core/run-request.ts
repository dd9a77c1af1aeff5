/** What a person asks of a running run, other than words for its agent. */
export const runActions = ["pause", "continue", "stop", "stop-now"] as const;
export type RunAction = (typeof runActions)[number];

/**
 * How they asked: a command in another terminal, a key of the live view, a button of the dashboard, or Ctrl-C and
 * other signals.
 */
export const requestWays = ["command", "key", "dashboard", "signal"] as const;
export type RequestWay = (typeof requestWays)[number];

export interface RunRequest {
  readonly action: RunAction;
  readonly by: RequestWay;
}
