import type { Config } from "../../config/load.js";
import type { Flag, ParsedArgs } from "../command.js";

export const reviewerFlag = {
  type: "string",
  value: "NAME[:MODEL]",
  multiple: true,
  help: 'an agent that must try to refute work that passed everything else, in a copy and read-only, such as codex or claude:opus, or "command:PROGRAM …"; repeatable',
} as const satisfies Flag;

/** As an assignment of the setting; none where no reviewer is named. */
export function readReviewerFlag(args: Pick<ParsedArgs, "texts">): readonly string[] {
  const named = args.texts("reviewer");
  return named.length === 0 ? [] : [`reviewers=${JSON.stringify([...new Set(named)])}`];
}

/** Every reviewer that the settings name, for any kind of task. */
export function namedReviewers({ resolved: { settings } }: Pick<Config, "resolved">): readonly string[] {
  const kinds = Object.values(settings.byTaskKind).flatMap(({ reviewers = [] }) => reviewers);
  return [...new Set([...settings.reviewers, ...kinds])];
}
