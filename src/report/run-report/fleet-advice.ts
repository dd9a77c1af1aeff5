import type { Outcome } from "../../decide/decision.js";
import type { ExportedRun } from "../../fleet/exported.js";
import { quoteWord } from "../../lib/text/quote-word.js";
import { advise, command, type StepAdvice } from "../../run/loop/advice.js";

/** What to do next about a submission of a fleet: nothing can be resumed where its journal was exported to. */
export function adviseOnFleet(
  { submission, url, branch }: ExportedRun,
  {
    outcome,
    done,
    isAllDone,
  }: { readonly outcome: Outcome | null; readonly done: number; readonly isAllDone: boolean },
): readonly StepAdvice[] {
  if (outcome === null) return [advise`See how far it is with: ${command(`untildone fleet status ${submission}`)}`];
  // The URL is what somebody submitted: for a shell it is one word, whatever is in it.
  const fetched = command(`git fetch ${quoteWord(url)} ${branch} && git merge FETCH_HEAD`);
  const merge = advise`Take over the work, in your own checkout, with: ${fetched}`;
  if (outcome === "completed") return [merge];
  if (isAllDone) return [lookFirst, merge];
  return [
    advise`Try the tasks that are not done again with: ${command(`untildone fleet retry ${submission}`)}`,
    ...(done > 0 ? [merge] : []),
  ];
}

const lookFirst = advise`Look at the work; ${command("untildone accept --all")} takes it as done. Next time name a check in the repository's configuration, or set unverified: accept`;
