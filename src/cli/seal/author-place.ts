import type { Agent } from "../../agents/agent.js";
import { runInSandbox } from "../../agents/sandbox/run-in-sandbox.js";
import { type AgentRunner, runAgent } from "../../agents/start/run-agent.js";
import type { Config } from "../../config/load.js";
import type { CheckPlan } from "../../evidence/plan.js";
import { type CleanCopy, makeCleanCopy } from "../../evidence/proof/original-tests/clean-copy.js";
import { type Changes, changesBetween } from "../../evidence/workspace/changes.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import { copyEntry } from "../../lib/files/copy-tree.js";
import { exists } from "../../lib/files/disk.js";
import { isThere, pathFrom, pathJoin, realPath } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";
import { findPresent, hiddenPlansIn } from "../../run/hidden/find-hidden.js";
import { openPrivateFolder } from "../../run/records/private-folder.js";
import { openRunSandbox } from "../../run/start/sandbox.js";
import type { Io } from "../command.js";

export interface PlacingAuthor {
  readonly agent: Agent;
  readonly config: Config;
  readonly io: Io;
  readonly plans: readonly CheckPlan[];
  /** Our own folders in the project, and all of them: an author in a sandbox sees none. */
  readonly ignore: readonly string[];
  readonly own: readonly string[];
  readonly signal: AbortSignal;
  /** What tells this seal from others that are made now. */
  readonly id: string;
  /** The one folder that it may write to, from the project's folder. */
  readonly folder: string;
}

/** A copy of the project in which an author works, and what it did there and in the project itself. */
export interface AuthorPlace {
  readonly cwd: string;
  readonly runAgent: AgentRunner;
  /** In words what it wrote where it must not. */
  whyRefused(): Promise<string | null>;
  /** In words what became of the project itself meanwhile. Files that are gone from it are there again. */
  whyProjectChanged(): Promise<string | null>;
  close(): Promise<void>;
}

/** In words why there is none. */
export async function openAuthorPlace(placing: PlacingAuthor): Promise<AuthorPlace | string> {
  const { io, ignore, signal, plans, folder } = placing;
  const project = await lookAtWorkspace(io.cwd, { ignore });
  const [root] = project.roots;
  if (!root) return "the project cannot be looked at";
  const inside = pathFrom(root.path, realPath(io.cwd));
  const globs = hiddenPlansIn(plans).flatMap(({ hidden }) => hidden.files);
  const putBack = findPresent(realPath(io.cwd), globs, ignore).map((path) => ({
    ...{ root: root.path, path: pathJoin(inside, path), measure: "test" as const, content: null },
  }));
  const copy = await makeCleanCopy({ cwd: io.cwd, root, putBack, unseen: null, signal });
  if (typeof copy === "string") return copy;
  try {
    const before = await lookAtWorkspace(copy.cwd);
    const sandbox = await enterSandbox(placing, copy);
    return {
      cwd: copy.cwd,
      runAgent: sandbox?.runAgent ?? io.runAgent ?? runAgent,
      async whyRefused() {
        const inCopy = await changesBetween(before, await lookAtWorkspace(copy.cwd, { start: before }));
        const outside = inCopy.files.filter(({ path }) => !path.startsWith(`${folder}/`)).map(({ path }) => path);
        if (outside.length === 0) return null;
        return `the author wrote outside of ${folder}/, which nobody takes over: ${outside.slice(0, 5).join(", ")}`;
      },
      async whyProjectChanged() {
        const real = await changesBetween(project, await lookAtWorkspace(io.cwd, { ignore, start: project }));
        return describeReal(real, putBackDeleted(real, copy, project));
      },
      async close() {
        await sandbox?.close();
        copy.remove();
      },
    };
  } catch (error) {
    copy.remove();
    throw error;
  }
}

/** With the installed packages of the project, which the copy links to. Null where no sandbox was asked for. */
async function enterSandbox({ agent, config, io, own, id }: PlacingAuthor, copy: CleanCopy) {
  const packages = pathJoin(io.cwd, "node_modules");
  const sandboxMounts = [...config.sandboxMounts, ...(exists(packages) ? [packages] : [])];
  const opened = await openRunSandbox(
    { config: { ...config, sandboxMounts }, env: io.env, home: io.home, cwd: io.cwd },
    {
      ...{ run: `seal-${id}`, cwd: copy.cwd, own, tasksFile: null, agents: [agent] },
      privateFolder: openPrivateFolder(io.cwd, io),
      report: ({ file, what }) => io.err(`warning: ${file} ${what}\n`),
    },
  );
  if (!opened) return null;
  for (const text of opened.sandbox.warnings) io.err(`warning: ${text}\n`);
  return {
    runAgent: runInSandbox(opened.sandbox, io.runAgent ?? runAgent),
    close: () => opened.sandbox.close(),
  };
}

/** Nothing is overwritten: what a person wrote meanwhile cannot be told from what the author did. */
function putBackDeleted(changes: Changes, copy: CleanCopy, { roots }: WorkspaceState): readonly string[] {
  return changes.files.flatMap(({ root, path, from, kind }) => {
    const gone = kind === "renamed" ? from : kind === "deleted" ? path : null;
    if (gone === null || root !== roots[0]?.path || isThere(pathJoin(root, gone))) return [];
    const kept = pathJoin(copy.folder, gone);
    if (!isThere(kept)) return [];
    copyEntry(kept, pathJoin(root, gone));
    return [gone];
  });
}

function describeReal({ files, commits, refs }: Changes, back: readonly string[]): string | null {
  const paths = files.map(({ path }) => path);
  const told = [
    ...(paths.length > 0
      ? [`${paths.slice(0, 5).join(", ")}${paths.length > 5 ? ` and ${paths.length - 5} more` : ""}`]
      : []),
    ...(commits ? [plural(commits, "commit")] : []),
    ...(refs.length > 0
      ? [
          refs
            .map(({ name }) => name)
            .slice(0, 5)
            .join(", "),
        ]
      : []),
  ];
  if (told.length === 0) return null;
  const again = back.length > 0 ? `; put back: ${back.join(", ")}` : "";
  return `the project itself changed while the author wrote (${told.join("; ")})${again}. Its checks are not taken: look at the changes (git status, git diff), and keep an author out with --sandbox`;
}
