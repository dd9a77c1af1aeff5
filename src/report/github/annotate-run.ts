import { clipLine } from "../run-report/clip-text.js";
import type { RunReport } from "../run-report/run-report.js";
import { adviseInJob } from "./advise-in-job.js";
import type { Annotation } from "./workflow-commands.js";

/** GitHub shows ten of each kind for a step. */
const maxWarnings = 9;

/** What a person should see first: why the run did not complete, and what was left for them. */
export function annotateRun(report: RunReport): readonly Annotation[] {
  const { headline, outcome, status, tasks, onlyReview } = report;
  const isDone = status === "ended" && outcome === "completed";
  const end: Annotation = {
    level: isDone ? "notice" : status === "ended" && onlyReview ? "warning" : "error",
    title: `untildone: ${headline.title}`,
    message: [...headline.stopped, ...adviseInJob(report)].join("\n"),
  };
  const failures = listFailures(report);
  const left = tasks.filter(({ state }) => leftForPerson.has(state)).slice(0, maxWarnings - failures.length);
  return [
    end,
    ...failures,
    ...left.map(
      ({ id, title, reason }): Annotation => ({
        level: "warning",
        title: `untildone: ${clipLine(title ?? id, 80)}`,
        message: reason ?? "left for you",
      }),
    ),
  ];
}

const maxFailures = 5;

/** The tests that spoke against the newest claims of what is still open, at their lines. */
function listFailures({ forYou, refused }: RunReport): readonly Annotation[] {
  const newest = forYou.flatMap(({ claim }) => refused.find(({ n }) => n === claim) ?? []);
  const failures = newest.flatMap(({ checks }) => checks.flatMap((check) => check.failures ?? []));
  return failures.slice(0, maxFailures).map(({ test, place, message }): Annotation => {
    const found = placeOf(place);
    return {
      level: "warning",
      title: `untildone: ${clipLine(test, 80)} fails`,
      message: message ?? "it fails",
      ...(found ? { place: found } : {}),
    };
  });
}

/** "test/cart.test.js:12:3". A path out of the repository is none. */
function placeOf(place: string | null): Annotation["place"] {
  const [, file, line] = /^(?!\/|[A-Za-z]:|.*\.\.)(.+?):(\d+)(?::\d+)?$/.exec(place ?? "") ?? [];
  return file && line ? { file, line: Number(line) } : undefined;
}

const leftForPerson: ReadonlySet<string> = new Set(["disputed", "set-aside", "owed", "not-proven"]);
