import type { Budget, RaisedLimit, RequestWay } from "../../decide/run-request.js";
import type { SettingsPatch } from "../../decide/settings.js";
import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { plural } from "../../lib/text/plural.js";
import { accept, type ControlReply, refuse } from "./control-reply.js";
import type { RunEvent, RunLimits } from "./run-event.js";

/** What the run does when a limit is raised. */
export interface LimitsPort {
  readonly limits: RunLimits;
  /** The most that all runs of the user may cost today; null for no such limit. */
  dayLimit(): number | null;
  save(raised: RaisedLimit & { readonly by: RequestWay }): void;
  emit(event: RunEvent): void;
}

const settings = {
  iterations: "maxIterations",
  seconds: "maxSeconds",
  tokens: "maxTokens",
  usd: "maxCostUsd",
} as const;

const names = { iterations: "iterations", seconds: "time", tokens: "tokens", usd: "cost" } as const;

/** The limits of a run, which a person may raise while it goes on; its agent cannot. */
export class RaisedLimits {
  #port: LimitsPort | null = null;
  #limits: RunLimits | null = null;
  #patch: SettingsPatch = {};

  /** Called by the run before anybody can ask. */
  attach(port: LimitsPort): void {
    this.#port = port;
    this.#limits = port.limits;
  }

  /** What it changes of the settings that the run is judged by. */
  get patch(): SettingsPatch {
    return this.#patch;
  }

  /** One step more. The limit on all runs of today is not this one's: no run gets past it. */
  raise(budget: Budget, by: RequestWay): ControlReply {
    const limit = this.#limits?.[budget] ?? null;
    if (!this.#port || !this.#limits) return refuse("the run has not started yet");
    if (limit === null) return refuse(`this run has no limit on ${names[budget]}`);
    const day = budget === "usd" ? this.#port.dayLimit() : null;
    const wanted = limit + step(budget, limit);
    const to = day === null ? wanted : Math.min(wanted, day);
    if (to <= limit)
      return refuse(
        `all runs of today may cost ${money(day ?? 0)}; raise that with: untildone config --max-cost-per-day`,
      );
    this.#port.save({ budget, to, by });
    this.#limits = { ...this.#limits, [budget]: to };
    this.#patch = { ...this.#patch, [settings[budget]]: to };
    this.#port.emit({ type: "limits-raised", limits: this.#limits, by });
    return accept(`the run may now use ${formatLimit(budget, to)}`);
  }
}

/** Ten iterations, half an hour, a quarter of tokens or money. */
function step(budget: Budget, limit: number): number {
  if (budget === "iterations") return 10;
  if (budget === "seconds") return 1800;
  return budget === "tokens" ? Math.ceil(limit / 4) : Math.ceil(limit * 25) / 100;
}

export function formatLimit(budget: Budget, limit: number): string {
  if (budget === "iterations") return plural(limit, "iteration");
  if (budget === "seconds") return duration(limit);
  return budget === "usd" ? money(limit) : `${limit.toLocaleString("en")} tokens`;
}
