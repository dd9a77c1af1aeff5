import type { Outcome } from "../../core/decision.js";
import type { ExportedRun } from "../../fleet/exported.js";

/** What to do next about a submission of a fleet: nothing can be resumed where its journal was exported to. */
export function adviseOnFleet(
  { submission, url, branch }: ExportedRun,
  {
    outcome,
    done,
    isAllDone,
  }: { readonly outcome: Outcome | null; readonly done: number; readonly isAllDone: boolean },
): readonly string[] {
  if (outcome === null) return [`See how far it is with: untildone fleet status ${submission}`];
  const merge = `Take over the work, in your own checkout, with: git fetch ${quote(url)} ${branch} && git merge FETCH_HEAD`;
  if (outcome === "completed") return [merge];
  if (isAllDone) return [lookFirst, merge];
  return [
    `Try the tasks that are not done again with: untildone fleet retry ${submission}`,
    ...(done > 0 ? [merge] : []),
  ];
}

const lookFirst =
  "Look at the work; untildone accept --all takes it as done. Next time name a check in the repository's configuration, or set unverified: accept";

/** The URL is what somebody submitted: for a shell it is one word, whatever is in it. */
const quote = (text: string): string => (/^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
