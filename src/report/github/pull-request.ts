import { plural } from "../../lib/text/plural.js";
import type { RunReport } from "../run-report/run-report.js";

/** GitHub refuses a body of more than 65,536 characters. */
const maxBody = 65_000;
const maxTitle = 120;

/** What `gh pr create` is given. A run that did not complete is a draft. */
export interface PullRequest {
  readonly branch: string;
  readonly title: string;
  readonly body: string;
  readonly isDraft: boolean;
}

export function writePullRequest(
  report: RunReport,
  { branch, body }: Pick<PullRequest, "branch" | "body">,
): PullRequest {
  const { summary, outcome, headline } = report;
  const notProven = summary.notProven.flatMap(({ task }) => task ?? []);
  const done = [...summary.verified, ...notProven, ...summary.forced];
  const title =
    done.length === 0
      ? headline.title
      : `${plural(done.length, "task")} done${describeDoubt(notProven.length, done.length)}: ${done.join(", ")}`;
  return {
    branch,
    title: title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title,
    body: body.length > maxBody ? `${body.slice(0, body.lastIndexOf("\n", maxBody))}\n\n(cut here)\n` : body,
    isDraft: outcome !== "completed" || summary.notProven.length > 0,
  };
}

/** The title is what most people read of it. */
const describeDoubt = (notProven: number, done: number): string =>
  notProven === 0 ? "" : notProven === done ? ", not proven" : ` (${notProven} not proven)`;

/** `git push` of the run's branch. Hooks were in the agent's reach, and so were those of submodules. */
export const pushWords = (branch: string): readonly string[] => [
  ...["git", "-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never"],
  ...["push", "--quiet", "--no-recurse-submodules", "origin", `refs/heads/${branch}:refs/heads/${branch}`],
];

/** The body goes to stdin: nothing of it is on a command line. */
export const createWords = ({ branch, title, isDraft }: PullRequest): readonly string[] => [
  ...["gh", "pr", "create", "--head", branch, "--title", title, "--body-file", "-"],
  ...(isDraft ? ["--draft"] : []),
];

/** For a run that was resumed and has a pull request already. */
export const editWords = ({ branch, title }: PullRequest): readonly string[] => [
  ...["gh", "pr", "edit", branch, "--title", title, "--body-file", "-"],
];
