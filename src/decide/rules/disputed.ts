import { exit } from "../decision.js";
import { hasClaimedBefore } from "../gate.js";
import { abstain, type Rule, speak } from "../rule.js";

/** Claimed, asked for the work, and claimed again without any: a person has to decide. */
export const disputed: Rule = {
  name: "disputed",
  summary: "the second claim in a row with nothing changed and no work named",
  uses: ["unchanged"],
  about: "task",
  asks: "after-turn",
  judge({ seen, gate, settings, excluded }) {
    if (!settings.gateEnabled || settings.grantedBy !== "facts") return abstain("the policy does not ask for facts");
    if (gate.visible !== false)
      return abstain(gate.visible ? "the work is visible" : "the workspace was not inspected");
    if (!gate.claimed || excluded) return abstain("no claim in this iteration");
    const { facts } = seen.turn;
    if (!hasClaimedBefore(seen, facts)) return abstain("first claim; the agent is asked to show the work");
    if (settings.unchanged === "accept") return abstain("the settings accept unchanged tasks");
    if (settings.unchanged === "refuse") return abstain("the settings refuse unchanged tasks, however often claimed");
    const what = facts.task ? `task ${facts.task}` : "the work";
    const besides = gate.vetoes.length > 0 ? `; ${gate.vetoes.join("; ")}` : "";
    return speak(exit("needs-review", `${what} was claimed twice, but nothing was changed for it${besides}`));
  },
};
