// What all results amount to: a table, and whether it is good enough.

/** Calls of all scenarios may be this many times the best number. */
export const mostRatio = 1.15;

export const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

export function countResults(results) {
  const played = results.filter(({ kind }) => kind !== "not run");
  const count = (test) => played.filter(test).length;
  // A run that ended too early saves nothing.
  const calls = sum(played.map((each) => Math.max(each.calls, each.best)));
  const best = sum(played.map((each) => each.best));
  return {
    scenarios: results.length,
    "not run": results.length - played.length,
    right: count(({ kind }) => kind !== "wrong"),
    wasteful: count(({ kind }) => kind === "wasteful"),
    wrong: count(({ kind }) => kind === "wrong"),
    "false completed": count(({ falseCompleted }) => falseCompleted),
    "missed completed": count(({ missed }) => missed),
    calls,
    best,
    ratio: best === 0 ? 1 : Math.round((calls / best) * 1000) / 1000,
  };
}

export const isGoodEnough = ({ wrong, ratio }) => wrong === 0 && ratio <= mostRatio;

export const formatTable = (counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${name.padEnd(18)}${String(count).padStart(8)}`)
    .join("\n");
