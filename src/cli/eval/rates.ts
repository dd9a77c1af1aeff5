import { type FigureName, faultsOf, figures, type RunResult } from "./results.js";
import { type RunClass, runClasses } from "./types.js";

/** How many of how many, with the interval in which the true rate lies in 95 of 100 cases (Wilson). */
export interface Rate {
  readonly count: number;
  readonly n: number;
  readonly percent: number;
  readonly low: number;
  readonly high: number;
}

const z = 1.959_963_985;

export function rate(count: number, n: number): Rate {
  if (n === 0) return { count, n, percent: 0, low: 0, high: 100 };
  const share = count / n;
  const middle = share + z ** 2 / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  const scale = 1 + z ** 2 / n;
  const percent = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 100;
  return {
    count,
    n,
    percent: percent(share),
    low: percent((middle - spread) / scale),
    high: percent((middle + spread) / scale),
  };
}

/** The figures of one tool. */
export interface ToolFigures {
  readonly tool: string;
  readonly runs: number;
  /** Runs that count for nothing, each with why. */
  readonly faults: readonly { readonly run: string; readonly why: string }[];
  readonly figures: Readonly<Record<FigureName, Rate>>;
  readonly byClass: readonly ClassFigures[];
  readonly calls: number;
  readonly best: number;
  /** Calls of the agent against the fewest possible, over the runs whose agent finishes everything. */
  readonly turns: number;
  readonly wrong: readonly RunResult[];
}

export interface ClassFigures {
  readonly class: RunClass;
  readonly n: number;
  readonly completed: number;
  readonly rightly: number;
  readonly faults: Readonly<Partial<Record<FigureName, number>>>;
}

export function countTool(tool: string, results: readonly RunResult[]): ToolFigures {
  const counted = results.filter(({ fault }) => fault === null);
  const counts = figures.map(({ name, of, is }) => {
    const among = counted.filter(of);
    return [name, rate(among.filter(is).length, among.length)] as const;
  });
  const finishing = counted.filter(({ comesTrue }) => comesTrue);
  // A run that ended too early saves nothing.
  const calls = sum(finishing.map((each) => Math.max(each.calls, each.best)));
  const best = sum(finishing.map((each) => each.best));
  return {
    tool,
    runs: counted.length,
    faults: results.flatMap(({ run, fault }) => (fault === null ? [] : [{ run, why: fault }])),
    figures: Object.fromEntries(counts) as ToolFigures["figures"],
    byClass: runClasses.flatMap((kind) => countClass(kind, counted)),
    calls,
    best,
    turns: best === 0 ? 1 : Math.round((calls / best) * 1000) / 1000,
    wrong: counted.filter((each) => faultsOf(each).length > 0),
  };
}

function countClass(kind: RunClass, counted: readonly RunResult[]): readonly ClassFigures[] {
  const mine = counted.filter((each) => each.class === kind);
  if (mine.length === 0) return [];
  const faults: Partial<Record<FigureName, number>> = {};
  for (const name of mine.flatMap(faultsOf)) faults[name] = (faults[name] ?? 0) + 1;
  const completed = mine.filter((each) => each.completed);
  const rightly = completed.filter(({ there, tasks }) => there.length === tasks).length;
  return [{ class: kind, n: mine.length, completed: completed.length, rightly, faults }];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
