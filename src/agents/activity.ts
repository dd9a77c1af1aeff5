import type { Agent } from "./agent.js";
import { type Activity, type ActivityPlace, describeToolCall } from "./tool-activity.js";
import { decode, join } from "./transcripts/bytes.js";
import { objectsOn } from "./transcripts/json.js";

/** Longer lines are skipped: they hold whole files, and the screen can wait. */
const longestLine = 1024 * 1024;
const newline = 10;

/** Reports what the agent is doing, from its output as it arrives. */
export class ActivityFeed {
  readonly #readToolCalls: NonNullable<Agent["readToolCalls"]>;
  readonly #place: ActivityPlace;
  readonly #report: (activity: Activity) => void;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
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
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#hold(chunk.subarray(from, end));
      this.#read();
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  #hold(bytes: Uint8Array): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > longestLine) this.#rest = [];
    else if (bytes.length > 0) this.#rest.push(bytes.slice());
  }

  #read(): void {
    const line = decode(join(this.#rest));
    this.#rest = [];
    this.#restBytes = 0;
    const calls = objectsOn(line).flatMap((event) => this.#readToolCalls(event));
    for (const activity of calls.flatMap((call) => describeToolCall(call, this.#place))) this.#emit(activity);
  }

  /** Some agents print the same call twice. */
  #emit(activity: Activity): void {
    const text = `${activity.does} ${activity.what}`;
    if (text !== this.#last) this.#report(activity);
    this.#last = text;
  }
}
