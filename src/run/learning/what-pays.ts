import { type Claim, sortOf } from "./claim.js";
import type { Outcome, OutcomeReader } from "./outcomes.js";

/** What a check did for this project. */
export interface CheckPays {
  readonly name: string;
  readonly ran: number;
  /** How often it took a side: it did not hold at a claim. */
  readonly refused: number;
  /** Claims that it refused and that were graded wrong, or right. */
  readonly refusedWrong: number;
  readonly refusedRight: number;
  /** Claims that it let pass and that were graded wrong. */
  readonly missed: number;
  /** All its runs, where their time is known. */
  readonly seconds: number;
}

/** What an agent, with a model, costs for a task that is verified. */
export interface AgentPays {
  readonly agent: string;
  readonly model: string | null;
  readonly kind: string | null;
  readonly tasks: number;
  readonly verified: number;
  readonly wrong: number;
  readonly turns: number;
  /** Null where it does not say. */
  readonly usd: number | null;
  readonly usdPerVerified: number | null;
  readonly turnsPerVerified: number | null;
}

/** One run of a check at a claim, whatever was decided of that claim. */
export interface CheckRun {
  readonly run: string;
  readonly task: string | null;
  readonly name: string;
  readonly refused: boolean;
  readonly seconds: number;
}

/** Which check speaks, how often it is right, and what that takes. Those that never spoke come last. */
export function checksThatPay(runs: readonly CheckRun[], outcomes: readonly Outcome[]): readonly CheckPays[] {
  const names = [...new Set(runs.map(({ name }) => name))];
  const isOf = ({ run, task }: CheckRun, { claim }: Outcome): boolean => claim.run === run && claim.task === task;
  const rows = names.map((name): CheckPays => {
    const own = runs.filter((each) => each.name === name);
    const refused = own.filter((each) => each.refused);
    const graded = (among: readonly CheckRun[], is: "right" | "wrong"): number =>
      outcomes.filter((outcome) => outcome.verdict.is === is && among.some((each) => isOf(each, outcome))).length;
    // A wrong claim that was refused once may have passed later: what counts is what the check said of it last.
    const passed = outcomes.filter(({ claim, verdict }) => verdict.is === "wrong" && holdsIn(claim, name));
    return {
      ...{ name, ran: own.length, refused: refused.length, missed: passed.length },
      ...{ refusedWrong: graded(refused, "wrong"), refusedRight: graded(refused, "right") },
      seconds: Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0)),
    };
  });
  return rows.sort((a, b) => b.refused - a.refused || (a.name < b.name ? -1 : 1));
}

const holdsIn = ({ done, checks }: Claim, name: string): boolean =>
  done && checks.some((check) => sortOf(check.name) === name && check.state === "holds");

/** The cheapest first; those that verified nothing come last. */
export function agentsThatPay(reader: OutcomeReader): readonly AgentPays[] {
  const outcomes = reader.outcomes();
  const claims = reader.claims().filter(({ agent }) => agent !== null);
  const groups = new Map(claims.map((claim) => [keyOf(claim), claim]));
  const rows = [...groups].map(([key, { agent, model, kind }]): AgentPays => {
    const own = claims.filter((claim) => keyOf(claim) === key);
    const spent = own.map((claim) => reader.spentOn(claim));
    const turns = spent.reduce((sum, each) => sum + each.turns, 0);
    const usd = spent.some((each) => each.usd === null) ? null : spent.reduce((sum, each) => sum + (each.usd ?? 0), 0);
    const isWrong = ({ claim, verdict }: Outcome): boolean => keyOf(claim) === key && verdict.is === "wrong";
    const wrong = outcomes.filter(isWrong);
    const verified = own.filter((claim) => claim.verified && !wrong.some((each) => each.claim === claim)).length;
    const per = (of: number | null): number | null => (of === null || verified === 0 ? null : round(of / verified));
    return {
      ...{ agent: agent ?? "", model, kind, tasks: own.length, verified, wrong: wrong.length, turns },
      ...{ usd: usd === null ? null : round(usd), usdPerVerified: per(usd), turnsPerVerified: per(turns) },
    };
  });
  return rows.sort(
    (a, b) => order(a.usdPerVerified, b.usdPerVerified) || order(a.turnsPerVerified, b.turnsPerVerified),
  );
}

const order = (a: number | null, b: number | null): number => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE);

const keyOf = ({ agent, model, kind }: Claim): string => JSON.stringify([agent, model, kind]);
const round = (value: number): number => Math.round(value * 1000) / 1000;
