/** From some outcome on, there were fewer right ones. */
export interface Drift {
  /** The first outcome of the worse part, counted from 0. */
  readonly at: number;
  readonly before: number;
  readonly since: number;
}

/** Fewer than these on one side say nothing. */
const fewestBefore = 20;
const fewestSince = 8;
/**
 * How much likelier two shares must be than one, as a logarithm. Looked for after every outcome, an agent that stays as
 * it is seems to drift in about one of ten series of 200; one that falls from 90 to 50 in 100 is seen within 30 more.
 */
const limit = 5.5;

/** Whether outcomes, oldest first, got worse: the best split into an earlier and a later part, if it is clear. */
export function findDrift(outcomes: readonly boolean[]): Drift | null {
  const right = [0];
  for (const [at, each] of outcomes.entries()) right.push((right[at] ?? 0) + (each ? 1 : 0));
  const all = right.at(-1) ?? 0;
  const n = outcomes.length;
  const single = likelihood(all, n);
  let best: Drift | null = null;
  let most = limit;
  for (let at = fewestBefore; at <= n - fewestSince; at++) {
    const early = right[at] ?? 0;
    const [before, since] = [early / at, (all - early) / (n - at)];
    const gain = likelihood(early, at) + likelihood(all - early, n - at) - single;
    if (since < before && gain > most) {
      most = gain;
      best = { at, before, since };
    }
  }
  return best;
}

/** The logarithm of how likely so many right ones are under the share that fits them best. */
function likelihood(right: number, n: number): number {
  const part = (count: number): number => (count === 0 ? 0 : count * Math.log(count / n));
  return part(right) + part(n - right);
}
