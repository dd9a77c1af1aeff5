import { formatLeftOut } from "../tasks/left-out-sections.js";
import { withCheckLabels } from "./check-labels.js";
import { formatEstimate } from "./format-estimate.js";
import { type EventOf, line, type ScreenLine, type Style } from "./screen-line.js";

/** Who runs, on what, and with which checks. */
export function formatStart(event: EventOf<"run-start">, { bold, dim }: Style): readonly ScreenLine[] {
  const { run, resumed, agents, roles, permissions, policy, tasks, checks, leftOut = [], estimate } = event;
  const about = dim(`${agents.join(", ")}, ${policy === "standard" ? "" : `policy ${policy}, `}${tasks}`);
  return [
    line(`${bold(`run ${run}`)}${resumed ? " (resumed)" : ""}  ${about}`),
    ...roles.map((role) => line(dim(`  ${role.for}: ${role.agents.join(", ")}`))),
    ...permissions.map((text) => line(`  ${text} ${dim("(see --permissions)")}`)),
    line(dim(`  checks: ${checks.map((check) => withCheckLabels(withoutOrigin(check))).join(", ")}`)),
    ...(leftOut.length > 0
      ? [line(`  not worked on: ${formatLeftOut(leftOut)}${dim(", which by its heading is for later")}`)]
      : []),
    ...(estimate ? [line(dim(`  estimate: ${formatEstimate(estimate)}`))] : []),
  ];
}

/** The origin of a built-in check is not useful here. */
const withoutOrigin = (check: string): string =>
  check.replace(/ \(built in(?:, optional)?\)$/, "").replace(/ \(found\)\)$/, ")");
