import { errorMessage, isUserError } from "../../base/errors.js";
import { isRecord } from "../../base/is-record.js";
import { tryParseJson } from "../../base/try-parse-json.js";
import { type ActionReply, type DashboardAction, dashboardActions } from "../../report/dashboard-state.js";
import { safeText } from "../../system/secrets.js";
import { accept } from "../accept.js";
import { answer } from "../answer.js";
import { breaker } from "../breaker.js";
import type { Command } from "../command.js";
import { continue as continueRun } from "../continue.js";
import { pause } from "../pause.js";
import { stop } from "../stop.js";
import { tell } from "../tell.js";
import type { Project } from "./project.js";

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

const commands: Readonly<Record<DashboardAction, Command>> = {
  pause,
  continue: continueRun,
  stop,
  tell,
  answer,
  "reset-breaker": breaker,
  accept,
};

/** Does what the command of the same name does, and says what it prints. */
export async function act(project: Project, { action, text }: AskedAction): Promise<ActionReply> {
  if (project.isFleet) return { ok: false, message: "a submission is steered with: untildone fleet cancel, retry" };
  if (project.isRunning && (action === "reset-breaker" || action === "accept"))
    return { ok: false, message: "a run is going on here: stop it first, or wait until it has ended" };
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
