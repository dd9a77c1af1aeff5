import { type CheckContext, type Finding, fails, holds, unknown } from "../check-context.js";
import type { RootState } from "../workspace/workspace-state.js";

function listUncommitted({ files, gone, sparse }: RootState): readonly string[] {
  const leftOut = new Set(sparse);
  return [
    ...Object.keys(files).filter((name) => !files[name]?.committed),
    ...gone.filter((name) => !leftOut.has(name)),
  ];
}

/** Whether everything is committed. Our own state does not count. */
export function checkCleanGit({ now }: Pick<CheckContext, "now">): Finding {
  const repositories = now.roots.filter(({ git }) => git);
  if (repositories.length === 0) return unknown("this folder is in no repository");
  if (now.notes.length > 0) return unknown(now.notes.join("; "));
  const left = repositories.flatMap(listUncommitted);
  if (left.length === 0) return holds("everything is committed");
  const more = left.length > 5 ? `, and ${left.length - 5} more` : "";
  return {
    ...fails(`not committed: ${left.slice(0, 5).join(", ")}${more}`),
    feedback: [`commit your work: ${left.slice(0, 20).join(", ")}`],
  };
}
