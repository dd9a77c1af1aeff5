import type { IterationFacts } from "../../decide/observation.js";
import { plural } from "../../lib/text/plural.js";
import { type CheckContext, type Finding, fails, holds, unknown } from "../check-context.js";
import { type Changes, realChanges } from "../workspace/changes.js";

/** Whether anything has come of the run: content or commits against its start. */
export function checkChanges({ sinceStart }: Pick<CheckContext, "sinceStart">): Finding {
  if (!sinceStart) return { ...unknown("there is no start of the run to compare with"), quiet: true };
  if (sinceStart.problems.length > 0) return unknown(sinceStart.problems.join("; "));
  const real = realChanges(sinceStart);
  const cosmetic = sinceStart.files.length - real.length;
  const apart = cosmetic > 0 ? ` (and ${cosmetic} in blanks and line breaks only)` : "";
  if (real.length === 0 && (sinceStart.commits ?? 0) === 0)
    return { ...fails(`no content has changed since the start of the run${apart}`), warnings: sinceStart.notes };
  const made = Math.max(0, (sinceStart.commits ?? 0) - (sinceStart.ownCommits ?? 0));
  const commits = made > 0 ? `, ${plural(made, "commit")}` : "";
  const names = real.slice(0, 3).map(({ path }) => path);
  const more = real.length > names.length ? ", …" : "";
  const which = names.length > 0 ? `: ${names.join(", ")}${more}` : "";
  return { ...holds(`${plural(real.length, "file")} changed${commits}${apart}${which}`), warnings: sinceStart.notes };
}

/** What changed, as the rules want to know it. What could not be looked at is left out, which means unknown. */
export function changeFacts(changes: Changes | null, snapshot: string | null): Partial<IterationFacts> {
  const told = snapshot === null ? {} : { snapshot };
  if (!changes || changes.problems.length > 0) return told;
  return {
    ...told,
    filesChanged: realChanges(changes).length,
    ...(changes.commits === null ? {} : { commits: changes.commits }),
  };
}
