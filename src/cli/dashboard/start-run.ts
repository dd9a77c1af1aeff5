import { startBeside } from "../../lib/process/start-beside.js";
import { safeText } from "../../lib/secrets/secrets.js";
import type { ActionReply } from "../../report/dashboard-state.js";
import { ownCommandLine } from "../own-command-line.js";
import type { WatchedProject } from "./watched-project.js";

/** A run that cannot start says so by then. */
const patienceMs = 2_500;

/**
 * Resumes the last run, or starts a new one, as a person would by typing `untildone run` here: with what is configured
 * and nothing else, since no text of a browser may become a command. It goes on when the dashboard ends.
 */
export async function startRun(project: WatchedProject, action: "resume" | "start"): Promise<ActionReply> {
  if (project.isRunning)
    return { ok: false, message: "a run is going on here: stop it first, or wait until it has ended" };
  const words = [...ownCommandLine("run"), ...(action === "resume" ? ["--resume"] : []), "--state", project.folder];
  const ended = await startBeside(words, { cwd: project.io.cwd, env: project.io.env, patienceMs });
  if (ended === null) return { ok: true, message: action === "resume" ? "the run goes on" : "a run has started" };
  const why = ended.stderr.trim().split("\n").slice(0, 3).join("; ");
  if (ended.code === 0 || why === "")
    return { ok: ended.code === 0, message: `the run has ended (exit code ${ended.code})` };
  return { ok: false, message: safeText(why) };
}
