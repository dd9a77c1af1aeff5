/** How a task list is named that is no file. `open.ts` has how each is opened. */
export const trackerSpecs = {
  none: /^none$/,
  beads: /^beads$/i,
  github: /^github:/i,
  given: /^given:/,
} as const;

export type TrackerName = keyof typeof trackerSpecs;

const isOf = (name: string): name is TrackerName => name in trackerSpecs;

/** The tracker that is meant, or null for a path. */
export function trackerOf(spec: string): TrackerName | null {
  const found = Object.entries(trackerSpecs).find(([, named]) => named.test(spec))?.[0] ?? "";
  return isOf(found) ? found : null;
}
