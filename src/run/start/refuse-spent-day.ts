import { UserError } from "../../lib/errors.js";
import { money } from "../../lib/text/money.js";
import { raiseDayLimit, raiseOwnDayLimit } from "../loop/next-step.js";
import type { SpendingPort } from "../session.js";

/** A run whose day is spent does not begin. */
export function refuseSpentDay(spending: Pick<SpendingPort, "read"> | null): void {
  const { usd, limit, isOwn } = spending?.read() ?? { usd: 0, limit: null };
  if (limit === null || usd < limit) return;
  throw new UserError({
    what: `the runs of today cost ${money(usd)}, and at most ${money(limit)} per day is allowed`,
    where: "--max-cost-per-day",
    fix: isOwn ? raiseOwnDayLimit : raiseDayLimit,
  });
}
