import { type CheckRoom, outside } from "../../agents/sandbox/check-room.js";
import type { CommandFinding } from "../../evidence/checks/command.js";
import { failureKey, newTestReader } from "../../evidence/checks/tests/test-run.js";
import type { CommandPlan } from "../../evidence/plan.js";
import type { PutBack } from "../../evidence/proof/original-tests/put-back.js";
import { runInCopy } from "../../evidence/proof/original-tests/run-in-copy.js";
import { buildFor } from "../../evidence/proof/without-work/find-build.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import type { SnapshotEntry } from "./snapshot.js";

/** A path with the content it has in a copy. Null: it is not there. */
export interface CopiedPath {
  readonly path: string;
  readonly entry: SnapshotEntry | null;
  readonly bytes: Buffer | null;
}

/** What a check came to in a copy of the project. */
export type CopyResult =
  | { readonly is: "holds" }
  | { readonly is: "fails"; readonly tests: ReadonlySet<string>; readonly why: string }
  | { readonly is: "unknown"; readonly why: string };

export interface TryPlace {
  readonly cwd: string;
  /** The project as it is now. */
  readonly now: WorkspaceState;
  readonly root: string;
  readonly plans: readonly CommandPlan[];
  readonly signal: AbortSignal;
  /** Where commands run; outside of any sandbox if absent. */
  readonly room?: CheckRoom;
}

/** Runs a check in a copy of the project in which these paths are different. The project is not touched. */
export async function tryInCopy(
  plan: CommandPlan,
  paths: readonly CopiedPath[],
  { cwd, now, root: path, plans, signal, room = outside }: TryPlace,
): Promise<CopyResult> {
  const root = now.roots.find((each) => each.path === path);
  if (!root) return { is: "unknown", why: "the project cannot be looked at" };
  const putBack = paths.map(
    (each): PutBack => ({
      ...{ root: path, path: each.path, measure: "config", content: each.entry === null ? null : each.bytes },
      ...(each.entry?.mode === "120000" ? { isLink: true } : {}),
      ...(each.entry === null ? {} : { isExecutable: each.entry.mode === "100755" }),
    }),
  );
  const scene = { cwd, signal, logDirectory: null, room, newTestReader };
  const ran = await runInCopy(plan, scene, { root, putBack, unseen: null, build: buildFor(plan, { cwd, plans }) });
  return typeof ran === "string" ? { is: "unknown", why: ran } : toCopyResult(ran.finding, ran.cwd);
}

function toCopyResult({ state, now, detail, tests }: CommandFinding, cwd: string): CopyResult {
  const why = detail.replaceAll(`${cwd}/`, "");
  if (state === "holds") return { is: "holds" };
  if (state === "unknown" || now === "cannot-run") return { is: "unknown", why };
  return { is: "fails", tests: new Set(tests.failures.map((failure) => failureKey(failure, cwd))), why };
}
