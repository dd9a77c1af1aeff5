import type { CopyResult } from "./try-in-copy.js";

/** Where a check began to fail: between two neighbouring moments of a run. */
export type Bisected =
  | { readonly is: "found"; readonly at: number; readonly tries: number; readonly why: string }
  | { readonly is: "red-at-start"; readonly why: string }
  | { readonly is: "green-now" }
  /** Somewhere after the first and up to the last: in between nothing could be tried. */
  | { readonly is: "between"; readonly from: number; readonly to: number; readonly why: string };

/**
 * Finds the first of these moments at which the check fails, where it holds at the first one and fails at the last one.
 * Moments at which it cannot be tried are passed over. What failed at the start already is not looked for.
 */
export async function bisectMoments(count: number, tryAt: (moment: number) => Promise<CopyResult>): Promise<Bisected> {
  const last = await tryAt(count - 1);
  if (last.is === "holds") return { is: "green-now" };
  if (last.is === "unknown") return { is: "between", from: 0, to: count - 1, why: last.why };
  const first = await tryAt(0);
  if (first.is === "unknown") return { is: "between", from: 0, to: count - 1, why: first.why };
  const wanted = first.is === "fails" ? new Set([...last.tests].filter((test) => !first.tests.has(test))) : last.tests;
  if (first.is === "fails" && wanted.size === 0) return { is: "red-at-start", why: first.why };
  return search(count, { tryAt, wanted, why: last.why });
}

interface Search {
  tryAt(moment: number): Promise<CopyResult>;
  /** The tests that fail at the end; empty where they have no names. */
  readonly wanted: ReadonlySet<string>;
  readonly why: string;
}

async function search(count: number, { tryAt, wanted, why: end }: Search): Promise<Bisected> {
  let [good, bad, tries, why] = [0, count - 1, 2, end];
  const untried = new Map<number, string>();
  while (bad - good > 1) {
    const at = pickBetween(good, bad, untried);
    if (at === null) return { is: "between", from: good, to: bad, why: untried.get(bad - 1) ?? "" };
    const result = await tryAt(at);
    tries++;
    if (result.is === "unknown") untried.set(at, result.why);
    else if (isBad(result, wanted)) [bad, why] = [at, result.is === "fails" ? result.why : why];
    else good = at;
  }
  return { is: "found", at: bad, tries, why };
}

const isBad = (result: CopyResult, wanted: ReadonlySet<string>): boolean =>
  result.is === "fails" && (wanted.size === 0 || [...wanted].some((test) => result.tests.has(test)));

/** The one nearest to the middle that was not tried in vain. */
function pickBetween(good: number, bad: number, untried: ReadonlyMap<number, string>): number | null {
  const middle = Math.floor((good + bad) / 2);
  for (let away = 0; away < bad - good; away++)
    for (const at of [middle - away, middle + away]) if (at > good && at < bad && !untried.has(at)) return at;
  return null;
}
