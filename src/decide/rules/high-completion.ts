import { plural } from "../../lib/text/plural.js";
import { completionBlockers, measureCompletion } from "../completion.js";
import { exit } from "../decision.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Rule 2 of blackbox: enough boxes are ticked. With tasks left, the outcome is never "completed". */
export const highCompletion: Rule = {
  name: "high-completion",
  summary: "the share of ticked boxes reaches the minimum",
  uses: ["minCompletion"],
  about: "run",
  asks: "after-turn",
  judge({ seen, settings }) {
    const { done, total } = measureCompletion(seen);
    if (done === null || total === null || total === 0) return abstain("there is no task list to measure");
    const share = `${done} of ${plural(total, "task")} (${Math.floor((100 * done) / total)} %)`;
    if (done * 100 < settings.minCompletion * total) return abstain(`${share}, below ${settings.minCompletion} %`);
    const blockers = completionBlockers(seen, settings);
    if (blockers.length === 0) return speak(exit("completed", `${share} done`));
    return speak(
      exit(
        "stuck",
        `stopped early by policy: ${share} done, ${settings.minCompletion} % is enough here, but ${blockers.join("; ")}`,
      ),
    );
  },
};
