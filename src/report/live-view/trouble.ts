import { plural } from "../../lib/text/plural.js";
import type { LoopView } from "./view-state.js";

/** Null while all goes well. */
export function describeTrouble({ state, reason, noProgress, sameError }: LoopView["breaker"]): string | null {
  if (state === "half-open") return reason === null ? "one more try" : `one more try after ${reason}`;
  if (state === "open" && reason !== null) return reason;
  const counts = [
    ...(noProgress > 0 ? [`${plural(noProgress, "iteration")} without progress`] : []),
    ...(sameError > 1 ? [`the same error ${sameError} times`] : []),
  ];
  return counts.length > 0 ? counts.join(", ") : state === "open" ? "it gets nowhere" : null;
}
