import type { TurnLimits } from "../loop/agent-port.js";

export const defaultLimits: TurnLimits = {
  timeoutSeconds: 7200,
  idleTimeoutSeconds: 1800,
  graceSeconds: 10,
  retrySeconds: 5,
  retries: 3,
  limitMarginSeconds: 5,
};
