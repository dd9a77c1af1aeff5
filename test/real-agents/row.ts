/** One line of the table: an agent in a scenario. */
export interface Row {
  readonly agent: string;
  readonly version: string;
  readonly scenario: string;
  /** What the run ended with, in words. */
  readonly outcome: string;
  readonly code: number | null;
  readonly seconds: number;
}

declare module "vitest" {
  interface TaskMeta {
    row?: Row;
  }
}
