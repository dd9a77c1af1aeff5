import { errorMessage, isUserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { safeText } from "../../lib/secrets/secrets.js";
import { type ActionReply, type DashboardAction, dashboardActions } from "../../report/dashboard-state.js";
import type { Command } from "../command.js";
import { accept } from "../commands/accept.js";
import { answer } from "../commands/answer.js";
import { breaker } from "../commands/breaker.js";
import { continue as continueRun } from "../commands/continue.js";
import { pause } from "../commands/pause.js";
import { stop } from "../commands/stop.js";
import { tell } from "../commands/tell.js";
import { startRun } from "./start-run.js";
import type { WatchedProject } from "./watched-project.js";

/** What the page asks for. */
export interface AskedAction {
  readonly project: number;
  readonly action: DashboardAction;
  /** The words of tell and answer, the task of accept. */
  readonly text: string;
}

export function readAction(json: string): AskedAction | null {
  const value = tryParseJson(json);
  if (!isRecord(value)) return null;
  const { project, text = "" } = value;
  const action = dashboardActions.find((name) => name === value["action"]);
  if (action === undefined || typeof project !== "number" || typeof text !== "string") return null;
  return { project, action, text };
}

const commands: Readonly<Record<Exclude<DashboardAction, "resume" | "start">, Command>> = {
  pause,
  continue: continueRun,
  stop,
  tell,
  answer,
  "reset-breaker": breaker,
  accept,
};

/** Does what the command of the same name does, and says what it prints. */
export async function act(project: WatchedProject, { action, text }: AskedAction): Promise<ActionReply> {
  if (project.isFleet) return { ok: false, message: "a submission is steered with: untildone fleet cancel, retry" };
  if (project.isRunning && (action === "reset-breaker" || action === "accept"))
    return { ok: false, message: "a run is going on here: stop it first, or wait until it has ended" };
  if (action === "resume" || action === "start") return startRun(project, action);
  const printed: string[] = [];
  const print = (line: string): void => void printed.push(line);
  const io = { ...project.io, out: print, err: print };
  try {
    const status = await commands[action].run(project.makeArgs(wordsOf(action, text)), io);
    return { ok: status === 0, message: safeText(printed.join("").trim()) };
  } catch (error) {
    return { ok: false, message: safeText(describe(error)) };
  }
}

function wordsOf(action: DashboardAction, text: string): readonly string[] {
  if (action === "reset-breaker") return ["reset"];
  return text === "" ? [] : [text];
}

const describe = (error: unknown): string =>
  isUserError(error) ? [error.what, ...(error.fix === null ? [] : [error.fix])].join("; ") : errorMessage(error);
