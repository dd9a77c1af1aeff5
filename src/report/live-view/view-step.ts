import { duration } from "../../lib/text/duration.js";
import { localTime } from "../../lib/text/local-time.js";
import { checkLabel } from "../check-labels.js";
import type { Layout, ViewRow, ViewScreen } from "./view-layout.js";
import type { AgentWork, RunStep } from "./view-state.js";

/** After a minute without output, a person wants to know. */
const quietMs = 60_000;

/** What a loop is doing, in a row. */
export function describeStep(step: RunStep, screen: ViewScreen, { style }: Layout): ViewRow {
  const since = duration(Math.max(0, screen.now - step.at) / 1000);
  const gap = screen.utf8 ? " · " : ", ";
  switch (step.is) {
    case "starting":
      return { label: "now", text: "inspecting the project", more: `${gap}${since}`, rank: 2 };
    case "agent":
      return describeAgent(step, screen, gap);
    case "checking":
      return {
        label: "checks",
        text: step.check === null ? "inspecting the work" : checkLabel(step.check),
        more: `${gap}${since}`,
        rank: 2,
      };
    case "waiting":
      return {
        label: "waiting",
        text: describeWait(step, screen),
        more: `${gap}${step.why}`,
        rank: 2,
        tone: style.yellow,
      };
    case "paused":
      return { label: "paused", text: `since ${localTime(step.at, screen.now)}`, rank: 2, tone: style.yellow };
    case "preparing":
      return { label: "now", text: "preparing its worktree", more: `${gap}${since}`, rank: 2 };
    case "decided":
      return { label: "now", text: "between two iterations", rank: 2, tone: style.dim };
    case "merging":
      return {
        label: "merge",
        text: `done, merging${step.check === null ? "" : `: ${checkLabel(step.check)}`}`,
        more: `${gap}${since}`,
        rank: 2,
        tone: style.green,
      };
  }
}

function describeAgent(
  { agent, phase, does, at, printedBytes, printedAt }: AgentWork,
  screen: ViewScreen,
  gap: string,
): ViewRow {
  const quiet = screen.now - printedAt;
  const since = duration(Math.max(0, screen.now - at) / 1000);
  const name = phase === null ? agent : `${agent} (${phase})`;
  const text = `${name} ${does ?? "is working"}`;
  const printed = does === null && printedBytes > 0 ? `${gap}${formatSize(printedBytes)} printed` : "";
  const isQuiet = quiet >= quietMs;
  return {
    label: "agent",
    text,
    more: `${gap}${since}${isQuiet ? `${gap}no output for ${duration(quiet / 1000)}` : printed}`,
    rank: 2,
  };
}

const formatSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

function describeWait({ until }: Extract<RunStep, { is: "waiting" }>, { now }: ViewScreen): string {
  const left = Math.max(0, until - now) / 1000;
  return `${duration(Math.ceil(left))}, until ${localTime(until, now)}`;
}
