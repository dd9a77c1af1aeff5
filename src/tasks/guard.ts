import {
  createTracker,
  type Listing,
  type Marking,
  refused,
  type Tracker,
  type TrackerAnswer,
  unusable,
} from "./tracker.js";

/** A tracker somebody else wrote: any method may be missing, may throw, or may answer with a plain yes or no. */
export type ForeignTracker = {
  readonly [Method in Exclude<keyof Tracker, "name">]?: (...given: never[]) => unknown;
} & { readonly name?: string };

/**
 * Makes any tracker keep the promises of the port. Without `allBlocked` nothing is blocked; without `list` or `allDone`,
 * or where one of them throws, nobody can know what is left, so the list cannot be used.
 */
export function guardTracker(given: ForeignTracker): Tracker {
  const name = given.name ?? "the tracker";
  const asked = (method: Exclude<keyof Tracker, "name">, ...words: readonly unknown[]) => ask(given, method, words);
  const answer = async (method: "allDone" | "allBlocked"): Promise<TrackerAnswer> => {
    if (method === "allBlocked" && !given.allBlocked) return { is: "known", value: false };
    return toAnswer(await asked(method), `${name}: ${method}`);
  };
  const list = async (): Promise<Listing> => {
    const done = await answer("allDone");
    if (done.is === "unusable") return done;
    return toListing(await asked("list"), `${name}: list`);
  };
  const mark: Tracker["mark"] = async (id, status, reason) => {
    const outcome = await asked("mark", id, status, reason);
    if (!outcome.ok) return refused(`${name}: ${outcome.why}`);
    return isTold<Marking>(outcome.value, ["marked", "refused"])
      ? outcome.value
      : { is: "marked", task: id, changed: true };
  };
  return {
    ...createTracker({ name, list, mark }),
    allDone: () => answer("allDone"),
    allBlocked: () => answer("allBlocked"),
  };
}

type ForeignAnswer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

async function ask(
  tracker: ForeignTracker,
  method: Exclude<keyof Tracker, "name">,
  words: readonly unknown[],
): Promise<ForeignAnswer> {
  const call: unknown = tracker[method];
  if (typeof call !== "function") return { ok: false, why: `it has no ${method}` };
  try {
    return { ok: true, value: await call.apply(tracker, words) };
  } catch (error) {
    return { ok: false, why: `${method} failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function toAnswer(outcome: ForeignAnswer, what: string): TrackerAnswer {
  if (!outcome.ok) return unusable(outcome.why);
  if (typeof outcome.value === "boolean") return { is: "known", value: outcome.value };
  return isTold<TrackerAnswer>(outcome.value, ["known", "unusable"])
    ? outcome.value
    : unusable(`${what} gave no answer`);
}

function toListing(outcome: ForeignAnswer, what: string): Listing {
  if (!outcome.ok) return unusable(outcome.why);
  return isTold<Listing>(outcome.value, ["tasks", "unusable", "none"])
    ? outcome.value
    : unusable(`${what} gave no list`);
}

const isTold = <T extends { readonly is: string }>(value: unknown, kinds: readonly T["is"][]): value is T =>
  typeof value === "object" && value !== null && "is" in value && kinds.some((kind) => kind === value.is);
