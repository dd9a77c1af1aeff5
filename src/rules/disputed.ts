import { exit } from "../core/decision.js";
import { hasClaimedBefore } from "../core/gate.js";
import { abstain, type Rule, speak } from "../core/rule.js";

/** Claimed, asked to show the work, and claimed again with nothing to show: a person has to look. */
export const disputed: Rule = {
  name: "disputed",
  summary: "the second claim in a row with nothing changed and no work named",
  uses: ["unchangedTasks"],
  asks: "after-turn",
  judge({ seen, gate, settings, excluded }) {
    if (!settings.gateEnabled || settings.proof !== "facts") return abstain("facts are not asked for");
    if (gate.visible !== false)
      return abstain(gate.visible ? "the work can be seen" : "nobody looked at the workspace");
    if (!gate.claimed || excluded) return abstain("no claim in this iteration");
    const { facts } = seen.turn;
    if (!hasClaimedBefore(seen, facts)) return abstain("claimed for the first time, and asked to show the work");
    if (settings.unchangedTasks === "accept") return abstain("the settings accept unchanged tasks");
    const what = facts.task ? `task ${facts.task}` : "the work";
    const besides = gate.vetoes.length > 0 ? `; ${gate.vetoes.join("; ")}` : "";
    return speak(exit("needs-review", `${what} was claimed twice, but nothing was changed for it${besides}`));
  },
};
