/** A turn by the number of its iteration, which each task has of its own where several are worked on at once. */
export interface TurnName {
  readonly iteration: number;
  readonly unit: string | null;
}

export const turnKey = ({ iteration, unit }: TurnName): string =>
  unit === null ? String(iteration) : `${iteration} ${unit}`;
