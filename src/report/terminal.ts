import { duration } from "../base/duration.js";
import { plural } from "../base/plural.js";
import { printableLines } from "../base/printable.js";
import type { Decision } from "../core/decision.js";
import { tasksDoneBy } from "../core/policy.js";
import type { RunEvent } from "../loop/run-event.js";
import { outcomeTone } from "./format-decision.js";
import { paint } from "./paint.js";
import { describeSummary } from "./summary.js";
import { cut, wrap } from "./wrap.js";

export interface Screen {
  readonly colour: boolean;
  /** Columns; no line is broken where they have no end. */
  readonly width: number;
  /** A line that is written over, where a person watches. */
  readonly live: ((text: string) => void) | null;
  print(text: string): void;
}

/** Shows a run to a person, in a line or two per event. */
export function terminalReporter(screen: Screen): (event: RunEvent) => void {
  const { bold, dim, green, yellow, red } = paint(screen.colour);
  let printed = 0;
  /** The decision has shown already which task is done. */
  let isShown = false;
  /** What follows a break stands a little deeper than a line of its own would. */
  const line = (text: string, hang = 4): void => {
    screen.live?.("");
    screen.print(`${wrap(printableLines(text), { width: screen.width, hang })}\n`);
  };
  const live = (text: string): void => screen.live?.(dim(cut(`  ${text}`, screen.width - 1)));
  return (event) => {
    switch (event.type) {
      case "run-start":
        line(
          `${bold(`run ${event.run}`)}${event.resumed ? " (resumed)" : ""}  ${dim(`${event.agents.join(", ")}, policy ${event.policy}, ${event.tasks}`)}`,
        );
        return line(dim(`  checks: ${event.checks.map(withoutOrigin).join(", ")}`));
      case "baseline-taken":
        for (const name of event.failing) line(yellow(`  before the run: ${name}`));
        for (const note of event.notes) line(dim(`  ${note}`));
        return;
      case "iteration-start":
        line("");
        line(`${bold(`iteration ${event.iteration}`)}${event.task ? `  ${taskName(event.task)}` : ""}`);
        return;
      case "phase-start":
        return line(dim(`  phase ${event.name}`));
      case "agent-start":
        printed = 0;
        return live(`${event.agent} is working …`);
      case "agent-output":
        printed += event.bytes;
        return live(`the agent is working, ${size(printed)} printed`);
      case "agent-retry":
        return line(yellow(`  trying again${event.seconds > 0 ? ` in ${event.seconds} s` : ""}: ${event.why}`));
      case "agent-switch":
        return line(yellow(`  ${event.from} cannot run (${event.why}): continuing with ${event.to}`));
      case "agent-end":
        line(`  ${event.agent.padEnd(nameWidth)}${dim(`${event.how}, ${event.seconds.toFixed(1)} s`)}`);
        if (event.leftBehind > 0)
          line(yellow(`  ended ${plural(event.leftBehind, "process", "processes")} it left behind`));
        return;
      case "check-start":
        return live(`${event.name} …`);
      case "check-end": {
        if (!event.evidence) return;
        const { name, state, detail, required } = event.evidence;
        const tone = state === "holds" ? green : state === "fails" && required ? red : yellow;
        return line(
          `  ${name.padEnd(nameWidth)}${tone(state.padEnd(stateWidth))}${dim(firstLine(detail ?? ""))}`,
          column,
        );
      }
      case "verdict-given":
        isShown = event.record.decision.taskDone !== null;
        return showDecision(event.record.decision, { line, colour: screen.colour });
      case "task-marked":
        if (event.problem) return line(red(`  task ${event.task} could not be marked: ${event.problem}`));
        return isShown ? undefined : line(green(`  task ${event.task} done${event.verified ? "" : " (unverified)"}`));
      case "worktree-entered":
        return line(dim(`  worktree ${event.root}, on ${event.branch}`));
      case "checkpoint-made":
        if (event.commit) line(dim(`  checkpoint ${event.commit.slice(0, 10)}`));
        return event.problem ? line(yellow(`  ${event.commit ? "" : "no checkpoint: "}${event.problem}`)) : undefined;
      case "file-restored":
        return line(red(`  ${event.file} ${event.what}`));
      case "budget-warning":
        return line(yellow(`  ${event.line}`));
      case "wait-start": {
        const until = event.until ? `, until ${event.until.replace(/\.000Z$/, "Z")}` : "";
        return line(`${yellow(`  waiting ${duration(event.seconds)}${until}`)} ${dim("(Ctrl-C stops)")}`);
      }
      case "wait-end":
        return;
      case "interrupt-received":
        return line(
          yellow(
            event.level === 1
              ? "  stopping after this iteration; Ctrl-C again stops the agent now"
              : "  stopping the agent; Ctrl-C again ends at once",
          ),
        );
      case "warning":
        return line(yellow(`  warning  ${event.text}`));
      case "run-end":
        line("");
        return line(describeSummary(event.summary, event.record.decision, screen.colour), 12);
    }
  };
}

interface Lines {
  readonly line: (text: string, hang?: number) => void;
  readonly colour: boolean;
}

function showDecision(decision: Decision, { line, colour }: Lines): void {
  const { bold, dim, green, yellow } = paint(colour);
  const word = decision.outcome === null ? "CONTINUE" : `EXIT ${decision.outcome}`;
  const [reason, ...points] = splitReason(decision.reason);
  line(`  ${outcomeTone(decision.outcome, colour)(bold(word))}  ${reason} ${dim(`(${decision.rule})`)}`);
  for (const point of points) line(`    - ${point}`, 6);
  for (const task of tasksDoneBy(decision)) line(green(`  task ${task} done${formatDoubt(decision)}`));
  if (decision.setAside) line(yellow(`  task ${decision.setAside.task} is left for you; going on with the next one`));
  for (const warning of decision.warnings) line(yellow(`  warning  ${warning}`));
}

/** Whether anything of ours confirmed it, or may do so once the checks hold. */
function formatDoubt({ verified, outcome, forced }: Decision): string {
  if (forced) return " (forced)";
  if (verified !== false) return "";
  return outcome === null ? " (not verified yet)" : " (unverified)";
}

/** Room for the names of agents and checks, so that what is told of them stands in one column. */
const nameWidth = 14;
const stateWidth = "unknown".length + 2;
const column = 2 + nameWidth + stateWidth;

/** A reason in its parts: what was decided, and what speaks for it, each to be shown on a line of its own. */
function splitReason(reason: string): readonly string[] {
  const [head = "", ...more] = reason.split("; ");
  const refused = /^(.*? refused): (.*)$/s.exec(head);
  return refused ? [...refused.slice(1), ...more] : [head, ...more];
}

/** Where a check of ours comes from tells a person nothing. */
const withoutOrigin = (check: string): string => check.replace(/ \(built in(?:, optional)?\)$/, "");

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** A title often begins with the id. */
const taskName = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  title.startsWith(id) ? title : `${id} ${title}`;
