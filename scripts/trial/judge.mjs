// Compares what a run came to with the truth of its scenario.

const exitCodes = { completed: 0, stuck: 1, blocked: 1, "needs-review": 1, aborted: 2, interrupted: 3 };

/** `seen`: how each run ended, the task of every call, and the tasks whose work is really there. */
export function judge(scenario, seen) {
  const { truth } = scenario;
  const calls = seen.calls.length;
  const end = readEnd(seen.ends);
  if (end === null) return { kind: "wrong", calls, why: `the run did not end: ${seen.ends.at(-1)?.err.slice(-300)}` };
  const faults = [...listFaults(truth, end, seen.reallyDone), ...listExcess(truth, seen.calls)];
  const isThere = truth.done.every((task) => seen.reallyDone.includes(task));
  const isFalse = end.outcome === "completed" && !(allowed(truth).includes("completed") && isThere);
  const isMissed = end.outcome !== "completed" && truth.outcome === "completed";
  const more = { calls, falseCompleted: isFalse, missed: isMissed };
  if (faults.length > 0) return { kind: "wrong", ...more, why: `${faults.join("; ")} (${end.reason})` };
  if (calls < truth.best)
    return { kind: "wrong", ...more, why: `${calls} calls, and the truth says that ${truth.best} are the best` };
  if (calls > truth.best) return { kind: "wasteful", ...more, why: describeCalls(seen.calls, end) };
  return { kind: "ok", ...more, why: end.outcome };
}

const allowed = ({ outcome }) => [outcome].flat();

/** What the last run says of itself, and which tasks all of them called done. */
function readEnd(ends) {
  const last = ends.at(-1)?.events.findLast(({ type }) => type === "run-end");
  if (!last) return null;
  const records = ends.flatMap(({ events }) => events.flatMap(({ record }) => (record ? [record] : [])));
  const decisions = records.map(({ decision }) => decision);
  const marked = ends.flatMap(({ events }) => events.filter(({ type }) => type === "task-marked"));
  const done = [
    ...decisions.flatMap(({ taskDone, tasksDone = [] }) => [...(taskDone ? [taskDone] : []), ...tasksDone.map(toId)]),
    ...marked.map(({ task }) => task),
  ];
  const { decision } = last.record;
  const { tasks, refused } = last.summary;
  const isLeft = (task) => !done.includes(task);
  const setAside = decisions.flatMap((each) => (each.setAside ? [each.setAside.task] : [])).filter(isLeft);
  return {
    code: ends.at(-1).code,
    outcome: decision.outcome,
    rule: decision.rule,
    reason: `${decision.rule}: ${decision.reason}`,
    verified: decision.verified,
    done: [...new Set(done)],
    count: tasks?.done ?? null,
    // A task that gets one more turn in the end and ends the run with it was set aside all the same.
    setAside: [...new Set(setAside)],
    parked: last.summary.setAside.filter(({ parked }) => parked).map(({ task }) => task),
    refused,
  };
}

const toId = ({ id }) => id;
const same = (some, others) => [...some].sort().join() === [...others].sort().join();
const listed = (ids) => (ids.length === 0 ? "nothing" : ids.join(", "));

function listFaults(truth, end, reallyDone) {
  const { done, setAside = [], parked = null, refused = null, verified = null, notByUs = [] } = truth;
  const byUs = (tasks) => tasks.filter((task) => !notByUs.includes(task));
  const strange = refused === null ? [] : end.refused.filter(({ task }) => !refused.includes(task));
  return [
    [!same(reallyDone, done), `really done is ${listed(reallyDone)}, and the truth says ${listed(done)}`],
    [!allowed(truth).includes(end.outcome), `${end.outcome} instead of ${allowed(truth).join(" or ")}`],
    [exitCodes[end.outcome] !== end.code, `exit status ${end.code} for ${end.outcome}`],
    [!same(byUs(end.done), byUs(done)), `called done ${listed(end.done)} instead of ${listed(byUs(done))}`],
    [end.count !== null && end.count !== done.length, `counts ${end.count} tasks done instead of ${done.length}`],
    [
      setAside !== null && !same(end.setAside, setAside),
      `set aside ${listed(end.setAside)} instead of ${listed(setAside ?? [])}`,
    ],
    [parked !== null && !same(end.parked, parked), `parked ${listed(end.parked)} instead of ${listed(parked ?? [])}`],
    [verified !== null && end.verified !== verified, `verified is ${end.verified}`],
    [strange.length > 0, `refused ${strange.map(({ task, reason }) => `${task} (${reason})`).join(", ")}`],
  ].flatMap(([isFault, what]) => (isFault ? [what] : []));
}

/** More calls than the scenario allows at all. */
const listExcess = ({ atMost = Number.POSITIVE_INFINITY }, { length }) =>
  length > atMost ? [`${length} calls, and at most ${atMost} are allowed`] : [];

function describeCalls(calls, { refused, reason }) {
  const more = refused.map(({ task, times, reason: why }) => `${task} refused ${times} times: ${why}`);
  return [`calls for ${calls.length > 12 ? `${calls.length} turns` : calls.join(" ")}`, ...more, reason].join("; ");
}
