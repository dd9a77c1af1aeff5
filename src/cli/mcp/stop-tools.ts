import type { Decision } from "../../decide/decision.js";
import type { Evidence } from "../../decide/evidence.js";
import { askStop, isTalk } from "../../hook/ask-stop.js";
import { isAnythingAsked } from "../../hook/held-checks.js";
import { hookForms } from "../../hook/hook-forms.js";
import { isNotDone, listMissing } from "../../hook/inspect-stop.js";
import type { StopPlace } from "../../hook/stop-place.js";
import type { HookForm } from "../../hook/stop-request.js";
import { formatNotYet } from "../../hook/stop-words.js";
import { UserError } from "../../lib/errors.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { now } from "../../lib/time/clock.js";
import { maxReason, saveBlocked } from "../../run/records/blocked-report.js";
import { openPrivateFolder } from "../../run/records/private-folder.js";
import { type HookTerms, letGoAfter, timeLimitMs } from "../hook-terms.js";
import { judgeHook } from "../judge-hook.js";
import { openPlace } from "../judge-place.js";
import { readText, refuse } from "./input.js";
import type { McpTool, ToolCall } from "./tool.js";

const maxMessage = 1_000_000;

type Served = Omit<HookTerms, "signal">;

export const stopTools = (served: Served): readonly McpTool[] => [
  {
    name: "may_i_stop",
    title: "May I stop?",
    description:
      "Ask before you end your turn or say that the work is done. untildone runs the project's checks itself, looks at the task list and at the goal, and answers yes, or no with what is missing. Asking changes nothing.",
    properties: {
      message: { type: "string", description: "what you would say to the person as your last message (optional)" },
    },
    runsChecks: true,
    call: (call) => answerStop(served, call),
  },
  {
    name: "check",
    title: "Run the checks",
    description:
      "Runs the checks of this project (tests, and whatever else is configured or found) and says for each whether it holds, with the failing tests by name. It runs only those commands: none can be given.",
    properties: {},
    runsChecks: true,
    call: (call) => withTimeLimit(served, call, (terms) => describeChecks(terms)),
  },
  {
    name: "report_blocked",
    title: "Report that you are blocked",
    description:
      "Say that you cannot go on without the person, and why. It is recorded as your own word and read at the end of your turn; nothing else changes. Then say the same to the person and stop.",
    properties: {
      reason: { type: "string", description: "what you need, and from whom" },
      task: { type: "string", description: "the id of the task it is about (optional)" },
    },
    required: ["reason"],
    writes: true,
    call: async ({ input }) => reportBlocked(served, input),
  },
];

/** A hook names the agent it is from, and the session. Everything else is a question. */
function answerStop(served: Served, call: ToolCall): Promise<string> {
  const form = call.mayBeHook ? findForm(call.input["hook"]) : null;
  return withTimeLimit(served, call, (terms) =>
    form ? answerHook(form, call.input, terms) : answerQuestion(readText(call.input, "message", maxMessage), terms),
  );
}

function findForm(agent: unknown): HookForm | null {
  if (agent === undefined) return null;
  const form = hookForms.find((each) => each.agent === agent);
  if (!form) throw refuse("hook", `must be one of ${hookForms.map((each) => each.agent).join(", ")}`);
  return form;
}

/** The time limit ends the checks, and so does a client that no longer waits. */
async function withTimeLimit(
  served: Served,
  { signal }: ToolCall,
  answer: (terms: HookTerms) => Promise<string>,
): Promise<string> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeLimitMs(served.args));
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await answer({ ...served, signal: () => controller.signal });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** The folder that a hook's input may name is not used: the server is for one project. */
async function answerHook(form: HookForm, input: ToolCall["input"], terms: HookTerms): Promise<string> {
  const { env } = terms.io;
  const judged = judgeHook(form.read({ input: readHookInput(input), env }), terms);
  const answer = await judged.catch((error: unknown) => letGoAfter(error, form.agent, terms));
  return form.answer(answer) || "{}";
}

/** Claude Code puts every value into a text, Codex keeps its type. */
function readHookInput(input: ToolCall["input"]): ToolCall["input"] {
  const { stop_hook_active: isRetry, background_tasks: background } = input;
  return {
    hook_event_name: "Stop",
    ...input,
    stop_hook_active: isRetry === "true" ? true : isRetry === "false" ? false : isRetry,
    background_tasks: typeof background === "string" ? tryParseJson(background) : background,
  };
}

async function answerQuestion(message: string | null, terms: HookTerms): Promise<string> {
  if (terms.io.env["UNTILDONE_RUN"]) return "Yes, end your turn: untildone run judges it itself.";
  const place = await openPlace(terms);
  if (!isAnythingAsked(place)) return "Yes: there is no task list, no check and no goal to hold you against.";
  if (await isTalk(message, place)) return "Yes: you call nothing done, and nothing has changed.";
  const judged = await askStop(message, place);
  refuseLate(terms);
  return isNotDone(judged) ? formatNotYet(listMissing(judged), place.goal?.text ?? null) : formatYes(judged.decision);
}

/** Whether it is proven is for the person. */
const formatYes = ({ outcome, reason }: Decision): string =>
  outcome === "completed"
    ? "Yes: neither the checks, nor a list, nor a goal asks for more."
    : `You may stop, but it is not done (${outcome}): ${reason}. Tell the person what is left.`;

async function describeChecks(terms: HookTerms): Promise<string> {
  const place = await openPlace(terms);
  const judged = await askStop(null, place);
  refuseLate(terms);
  return formatChecks(judged.record.observation.evidence, place);
}

function formatChecks(evidence: readonly Evidence[], { goal }: StopPlace): string {
  if (evidence.length === 0) return "There is no check here.";
  const lines = evidence.map(
    ({ name, state, required, detail }) => `${name}: ${state}${required ? "" : " (not required)"}. ${detail}`,
  );
  return [...(goal === null ? [] : [`The goal: ${goal.text}`]), ...lines].join("\n");
}

function refuseLate({ signal, args }: HookTerms): void {
  if (signal().aborted)
    throw new UserError({
      what: "the checks took too long, so there is no answer",
      where: `--time-limit ${args.text("time-limit") ?? "9m"}`,
      fix: "the person can raise it, or name faster checks",
    });
}

function reportBlocked({ cwd, io }: Served, input: ToolCall["input"]): string {
  const reason = readText(input, "reason", maxMessage)?.trim() ?? "";
  if (reason === "") throw refuse("reason", "is missing");
  const task = readText(input, "task", 200)?.trim() ?? "";
  const folder = openPrivateFolder(cwd, { env: io.env, home: io.home });
  const said = saveBlocked(folder, task === "" ? reason : `${task}: ${reason}`, now());
  const note = reason.length > maxReason ? ` (the first ${maxReason} characters)` : "";
  return `Recorded as your word${note}: ${said}\nThe task list is as it was. Say it to the person, too, and stop.`;
}
