import type { Agent } from "../../agents/agent.js";
import { isSameAgent, labelReviewer } from "../../agents/label-agent.js";
import { allAgents } from "../loop/agent-roles.js";
import type { RunOptions } from "./options.js";

export const reviewersOf = ({ reviewers }: Pick<RunOptions, "reviewers">): readonly Agent[] => [
  ...(reviewers?.values() ?? []),
];

/** What a person should know before the first turn: a second opinion of the author itself is worth less. */
export const warnOfReviewers = (options: Pick<RunOptions, "agents" | "reviewers">): readonly string[] =>
  reviewersOf(options)
    .filter((reviewer) => allAgents(options.agents).some((author) => isSameAgent(reviewer, author)))
    .map(
      (reviewer) =>
        `the reviewer ${labelReviewer(reviewer)} is the author's own agent and model: one of another family finds more`,
    );
