import { errorMessage, UserError } from "../lib/errors.js";
import { runCommand } from "../lib/process/process.js";
import { plural } from "../lib/text/plural.js";
import { oneLine } from "../lib/text/printable.js";
import { type DoneSoFar, describeProof } from "../run.js";
import { commonBranch } from "./branches.js";
import type { ListedTask } from "./fleet.js";
import type { Mirror } from "./mirror.js";
import type { RepositoryEnd, Submission } from "./terms.js";

interface Finishing {
  readonly submission: Submission;
  readonly repository: number;
  readonly tasks: readonly ListedTask[];
  readonly done: DoneSoFar;
  readonly end: RepositoryEnd;
  readonly mirror: Mirror;
  /** Throws if the job is no longer ours. */
  fence(): Promise<void>;
}

/** Opens the pull request of a repository, once: GitHub has at most one open for a branch, and one that is there is left. */
export async function finishRepository(finishing: Finishing): Promise<string | null> {
  const { submission, repository, tasks, mirror, fence, end, done: counted } = finishing;
  const target = submission.repositories[repository];
  if (!submission.pullRequest || !target) return null;
  const branch = commonBranch(submission.id);
  if ((await mirror.remoteCommit(branch)) === "") return null; // Nothing was merged.
  const place = gitHubName(target.url);
  const known = await askGh([
    "pr",
    "list",
    "--repo",
    place,
    "--head",
    branch,
    "--state",
    "all",
    "--json",
    "url",
    "--jq",
    ".[0].url",
  ]);
  if (known.trim() !== "") return known.trim();
  await fence();
  const done = tasks.filter(({ progress }) => progress.status === "done").length;
  const state = end.outcome === "completed" ? "" : ` (${end.outcome})`;
  const title = `${done} of ${tasks.length} tasks of ${target.list}${state}`;
  const words = [
    "pr",
    "create",
    "--repo",
    place,
    "--head",
    branch,
    "--base",
    target.from,
    "--title",
    title,
    "--body-file",
    "-",
  ];
  return (await askGh(words, formatBody(tasks, { id: submission.id, done: counted, end }))).trim();
}

/** `OWNER/NAME` or `HOST/OWNER/NAME`, as gh takes it. */
export function gitHubName(url: string): string {
  const [, host = "", path = ""] =
    /^(?:[a-z]+:\/\/)?(?:[^@/]*@)?([^/:]+)(?::\d+)?[/:](.+?)(?:\.git)?\/?$/.exec(url) ?? [];
  if (/^[\w.-]+\/[\w.-]+$/.test(path)) return host === "github.com" ? path : `${host}/${path}`;
  throw new UserError({
    what: "a pull request needs a repository on GitHub",
    where: url,
    fix: "submit it without --pr",
  });
}

const ghMs = 120_000;

async function askGh(words: readonly string[], stdin?: string): Promise<string> {
  const { ending, stdout, stderr } = await runCommand(["gh", ...words], {
    cwd: "/",
    timeoutMs: ghMs,
    keepLimits: { head: 64 * 1024, tail: 0 },
    ...(stdin === undefined ? {} : { stdin }),
  });
  if (ending.is === "exited" && ending.code === 0) return stdout.text();
  const why =
    stderr.text().trim().split("\n")[0] || (ending.is === "not-found" ? "gh is not installed" : `gh ${ending.is}`);
  throw new UserError({
    what: `the pull request could not be opened: ${errorMessage(why)}`,
    where: "gh",
    fix: "gh auth status",
  });
}

/** What nothing proves is said first; the table has the reason of each task. */
export function formatBody(
  tasks: readonly ListedTask[],
  { id, done, end }: { readonly id: string; readonly done: DoneSoFar; readonly end: RepositoryEnd },
): string {
  const { doneInRun = 0, unverified = 0, provenBy = [] } = done;
  const lack = `${unverified} of ${plural(doneInRun, "task")} done`;
  const warning = `NOT VERIFIED: ${lack} ${unverified === 1 ? "is" : "are"} not proven.`;
  const lines = tasks.map(
    ({ task, title, progress }) => `| ${cell(task)} | ${cell(title)} | ${progress.status} | ${cell(progress.why)} |`,
  );
  const head = [
    ...(unverified > 0 ? [warning, ""] : []),
    `Submission ${id} of untildone: ${end.outcome}${end.outcome === "completed" ? "" : `, ${cell(end.reason)}`}.`,
    "",
    ...end.checks.map(
      ({ name, state, detail }) => `- Check ${cell(name)} ${state}${detail === "" ? "" : `: ${cell(detail)}`}`,
    ),
    ...provenBy.slice(0, maxProofs).map((proof) => `- Proved by: ${cell(describeProof(proof))}`),
    `- Not proven: ${unverified > 0 ? lack : doneInRun > 0 ? "nothing" : "nothing (no task was done)"}`,
  ];
  return [...head, "", "| Task | | Status | Why |", "|---|---|---|---|", ...lines, ""].join("\n");
}

const maxProofs = 20;

/** Text of others in a table. */
const cell = (text: string): string =>
  oneLine(text)
    .slice(0, 200)
    .replaceAll(/[|\\`<>[\]@#*_]/g, "\\$&");
