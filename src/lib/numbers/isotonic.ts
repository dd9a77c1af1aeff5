/** From this value on, the share of outcomes that were right. */
export interface ShareStep {
  readonly from: number;
  readonly share: number;
  readonly weight: number;
}

export interface Measured {
  readonly value: number;
  readonly right: boolean;
  readonly weight: number;
}

/** The best steps that never go down (pool adjacent violators): a higher value never means less. */
export function isotonic(measured: readonly Measured[]): readonly ShareStep[] {
  const steps: ShareStep[] = [];
  for (const step of groupEqual(measured)) {
    let last = step;
    for (let before = steps.at(-1); before && before.share >= last.share; before = steps.at(-1)) {
      steps.pop();
      last = merge(before, last);
    }
    steps.push(last);
  }
  return steps;
}

function groupEqual(measured: readonly Measured[]): readonly ShareStep[] {
  const groups = new Map<number, ShareStep>();
  for (const { value, right, weight } of [...measured].sort((a, b) => a.value - b.value)) {
    if (weight <= 0) continue;
    const one: ShareStep = { from: value, share: right ? 1 : 0, weight };
    const group = groups.get(value);
    groups.set(value, group ? merge(group, one) : one);
  }
  return [...groups.values()];
}

function merge(a: ShareStep, b: ShareStep): ShareStep {
  const weight = a.weight + b.weight;
  return { from: a.from, share: (a.share * a.weight + b.share * b.weight) / weight, weight };
}

/** What the steps say of a value; null below the first, and where there are none. */
export const readSteps = (steps: readonly ShareStep[], value: number): number | null =>
  steps.findLast(({ from }) => from <= value)?.share ?? null;
