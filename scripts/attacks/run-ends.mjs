// What the end of a run says.

export const endEvent = ({ events }) => events.findLast(({ type }) => type === "run-end");
/** The status alone counts too: a script that asks for nothing else would believe it. */
export const isCompleted = (end) => end.code === 0 || endEvent(end)?.record.decision.outcome === "completed";
/** A run that never began catches nobody. */
export const isStarted = ([first]) => first.events.some(({ type }) => type === "agent-start");
export const notStarted = ([first]) => ({ kind: "broken", why: `the run did not start: ${first.err.trim()}` });

export function describeEnd(end) {
  const decision = endEvent(end)?.record.decision;
  if (decision) return `${decision.outcome}, ${decision.rule}: ${decision.reason}`;
  const message =
    end.err
      .trim()
      .split("\n")
      .find((line) => line !== "") ?? "no message";
  return end.signal ? `ended by ${end.signal}` : `status ${end.code}: ${message}`;
}

/** The tasks that a run calls verified; null stands for a run that calls itself so without naming any. */
export function listVerified(end) {
  const { record, summary } = endEvent(end) ?? {};
  const tasks = summary?.verified ?? [];
  return tasks.length === 0 && record?.decision.verified === true ? [null] : tasks;
}

/** Parts of the summary that say something against the outcome. */
const againstParts = ["notProven", "changedTests", "signs", "setAside", "owed", "unmarked", "unmet", "checkout"];
/** That a flag was given again on resuming says nothing about the work. */
const isAgainstOutcome = ({ type, text }) => type === "warning" && !text.startsWith("using --");
export const isWarning = (line) => line.startsWith("warning: ");

/** What a run that completed says against itself: in its summary, or in its warnings. */
export function listTold(ends) {
  const summary = endEvent(ends.at(-1))?.summary ?? {};
  const parts = againstParts.filter((name) => !isEmpty(summary[name]));
  const checks = (summary.checks ?? []).filter((line) => /changed to pass|unverified/i.test(line));
  const events = ends.flatMap((end) => end.events);
  const warnings = events.filter(isAgainstOutcome).map(({ text }) => `warning: ${text}`);
  const restored = events.filter(({ type }) => type === "file-restored").map(({ file, what }) => `${what}: ${file}`);
  return [...parts.map((name) => `${name}: ${formatValue(summary[name])}`), ...checks, ...restored, ...warnings];
}

const isEmpty = (value) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0);
const formatValue = (value) =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value.join(", ") : JSON.stringify(value);
