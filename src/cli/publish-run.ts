import { appendFileSync } from "node:fs";
import { errorMessage, isUserError, UserError } from "../lib/errors.js";
import { runCommand } from "../lib/process/process.js";
import { findExecutable } from "../lib/process/programs.js";
import { safeText } from "../lib/secrets/secrets.js";
import { reportForJob } from "../report/github/advise-in-job.js";
import { annotateRun } from "../report/github/annotate-run.js";
import { createWords, editWords, pushWords, writePullRequest } from "../report/github/pull-request.js";
import { formatAnnotation } from "../report/github/workflow-commands.js";
import { buildReport } from "../report/run-report/build-report.js";
import { formatMarkdown } from "../report/run-report/format-markdown.js";
import type { RunReport } from "../report/run-report/run-report.js";
import { describeChangedSettings, type GitSettings } from "../run/git/git-settings.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import { readRecord } from "../run/records/run-record.js";
import type { Io } from "./command.js";

export interface Publishing {
  /** The state folder. */
  readonly folder: string;
  readonly run: string;
  /** Whether to open a pull request. */
  readonly pr: boolean;
  warn(text: string): void;
  /** Called with the address of the pull request. */
  onPullRequest(url: string): void;
}

const isInActions = ({ env }: Io): boolean => env["GITHUB_ACTIONS"] === "true";

/** Fails before the run, not after a night of work. */
export function refusePullRequest(flags: { readonly pr: boolean; readonly worktree: boolean }, io: Io): void {
  if (!flags.pr) return;
  if (!flags.worktree)
    throw new UserError({
      what: "--pr needs the branch of a worktree",
      where: "untildone run",
      fix: "add --worktree, or leave --pr out",
    });
  if (findExecutable("gh", { path: io.env["PATH"] ?? "", cwd: io.cwd }) === null)
    throw new UserError({
      what: "--pr needs gh, which is not installed",
      where: "untildone run",
      fix: "install it from https://cli.github.com and log in with: gh auth login",
    });
}

/** Shows a finished run where its people look: in the job of GitHub Actions, and as a pull request. */
export async function publishRun(publishing: Publishing, io: Io): Promise<void> {
  if (!isInActions(io) && !publishing.pr) return;
  try {
    const { folder, run } = publishing;
    const report = await buildReport({ cwd: io.cwd, folder, run, privateFolder: findPrivateFolder(io.cwd, io) });
    const shown = isInActions(io) ? reportForJob(report) : report;
    const body = safeText(formatMarkdown(shown));
    if (isInActions(io)) showInJob(shown, body, io);
    if (publishing.pr) await openPullRequest(report, { ...publishing, body, io });
  } catch (error) {
    // The run is over, and its exit status stands.
    publishing.warn(`the report could not be published: ${errorMessage(error)}`);
  }
}

function showInJob(report: RunReport, body: string, io: Io): void {
  const file = io.env["GITHUB_STEP_SUMMARY"];
  if (file) appendFileSync(file, body);
  for (const annotation of annotateRun(report)) io.command?.(formatAnnotation(annotation));
}

const timeoutMs = 120_000;

async function openPullRequest(
  report: RunReport,
  { body, io, warn, onPullRequest }: Publishing & { readonly body: string; readonly io: Io },
): Promise<void> {
  const { worktree } = report.summary;
  if (worktree === null || !report.decisions.some(({ detail }) => detail.diff !== null)) {
    warn("no pull request: nothing was committed in this run");
    return;
  }
  const changed = await describeChangedSettings(io.cwd, findGitSettings(report.run, io));
  if (changed !== null) {
    warn(`no pull request: ${changed}. ${lookFirst}: git push origin ${worktree.branch}`);
    return;
  }
  const request = writePullRequest(report, { branch: worktree.branch, body });
  const run = async (words: readonly string[], stdin = "") => {
    const { ending, stdout, stderr } = await runCommand([...words], { cwd: io.cwd, env: quiet, stdin, timeoutMs });
    const isDone = ending.is === "exited" && ending.code === 0;
    return { isDone, out: stdout.text().trim(), why: stderr.text().trim().split("\n").at(-1) || ending.is };
  };
  const pushed = await run(pushWords(request.branch));
  if (!pushed.isDone) return warn(`no pull request: git push failed: ${pushed.why}`);
  const created = await run(createWords(request), request.body);
  if (created.isDone) return onPullRequest(created.out.split("\n").at(-1) ?? "");
  const edited = await run(editWords(request), request.body);
  if (!edited.isDone) return warn(`no pull request: gh pr create failed: ${created.why}`);
  onPullRequest(edited.out.split("\n").at(-1) ?? "");
}

const lookFirst =
  "The agent could have changed them, and git obeys them, also as commands: look at .git/config, then push it yourself with";

function findGitSettings(run: string, io: Io): GitSettings | null {
  const folder = findPrivateFolder(io.cwd, io);
  try {
    return folder && (readRecord(folder, run).gitSettings ?? null);
  } catch (error) {
    if (isUserError(error)) return null; // It is damaged or gone.
    throw error;
  }
}

/** Nobody is there to answer. */
const quiet = {
  GIT_TERMINAL_PROMPT: "0",
  GH_PROMPT_DISABLED: "1",
  GH_NO_UPDATE_NOTIFIER: "1",
  GIT_ALLOW_PROTOCOL: "https:http:ssh:git:file",
};
