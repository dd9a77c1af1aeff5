import type { Agent } from "./agent.js";
import { type Activity, type ActivityPlace, describeToolCall } from "./tool-activity.js";
import type { Json } from "./transcripts/json.js";

/** Reports what the agent is doing, from the events of its output. */
export class ActivityFeed {
  readonly #readToolCalls: NonNullable<Agent["readToolCalls"]>;
  readonly #place: ActivityPlace;
  readonly #report: (activity: Activity) => void;
  #last = "";

  constructor(
    readToolCalls: NonNullable<Agent["readToolCalls"]>,
    { report, ...place }: ActivityPlace & { readonly report: (activity: Activity) => void },
  ) {
    this.#readToolCalls = readToolCalls;
    this.#place = place;
    this.#report = report;
  }

  read(event: Json): void {
    const calls = this.#readToolCalls(event);
    for (const activity of calls.flatMap((call) => describeToolCall(call, this.#place))) this.#emit(activity);
  }

  /** Some agents print the same call twice. */
  #emit(activity: Activity): void {
    const text = `${activity.does} ${activity.what}`;
    if (text !== this.#last) this.#report(activity);
    this.#last = text;
  }
}
