import { type Answer, type Listing, type Marking, refused, type Tracker, trackerOf, unusable } from "./tracker.js";

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
  const answer = async (method: "allDone" | "allBlocked"): Promise<Answer> => {
    if (method === "allBlocked" && !given.allBlocked) return { is: "known", value: false };
    return answerOf(await asked(method), `${name}: ${method}`);
  };
  const list = async (): Promise<Listing> => {
    const done = await answer("allDone");
    if (done.is === "unusable") return done;
    return listingOf(await asked("list"), `${name}: list`);
  };
  const mark: Tracker["mark"] = async (id, status, reason) => {
    const told = await asked("mark", id, status, reason);
    if (!told.ok) return refused(`${name}: ${told.why}`);
    return isTold<Marking>(told.value, ["marked", "refused"]) ? told.value : { is: "marked", task: id, changed: true };
  };
  return {
    ...trackerOf({ name, list, mark }),
    allDone: () => answer("allDone"),
    allBlocked: () => answer("allBlocked"),
  };
}

type Told = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

async function ask(
  given: ForeignTracker,
  method: Exclude<keyof Tracker, "name">,
  words: readonly unknown[],
): Promise<Told> {
  const call: unknown = given[method];
  if (typeof call !== "function") return { ok: false, why: `it has no ${method}` };
  try {
    return { ok: true, value: await call.apply(given, words) };
  } catch (error) {
    return { ok: false, why: `${method} failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function answerOf(told: Told, what: string): Answer {
  if (!told.ok) return unusable(told.why);
  if (typeof told.value === "boolean") return { is: "known", value: told.value };
  return isTold<Answer>(told.value, ["known", "unusable"]) ? told.value : unusable(`${what} gave no answer`);
}

function listingOf(told: Told, what: string): Listing {
  if (!told.ok) return unusable(told.why);
  return isTold<Listing>(told.value, ["tasks", "unusable", "none"]) ? told.value : unusable(`${what} gave no list`);
}

const isTold = <T extends { readonly is: string }>(value: unknown, kinds: readonly T["is"][]): value is T =>
  typeof value === "object" && value !== null && "is" in value && kinds.some((kind) => kind === value.is);
