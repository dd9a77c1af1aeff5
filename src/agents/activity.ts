import type { Agent } from "./agent.js";
import { EventLines } from "./event-lines.js";
import { type Activity, type ActivityPlace, describeToolCall } from "./tool-activity.js";
import type { Json } from "./transcripts/json.js";

/** Reports what the agent is doing, from its output as it arrives. */
export class ActivityFeed {
  readonly #readToolCalls: NonNullable<Agent["readToolCalls"]>;
  readonly #place: ActivityPlace;
  readonly #report: (activity: Activity) => void;
  readonly #lines = new EventLines((event) => this.#read(event));
  #last = "";

  constructor(
    readToolCalls: NonNullable<Agent["readToolCalls"]>,
    { report, ...place }: ActivityPlace & { readonly report: (activity: Activity) => void },
  ) {
    this.#readToolCalls = readToolCalls;
    this.#place = place;
    this.#report = report;
  }

  write(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  #read(event: Json): void {
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
