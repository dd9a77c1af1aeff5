import { plural } from "../lib/text/plural.js";
import { type AgentReport, claims, isExplicitYes } from "./agent-report.js";
import { type Evidence, stateOfKind } from "./evidence.js";
import type { IterationFacts } from "./observation.js";
import type { Settings } from "./settings.js";

/** One part of the score: points, out of how many, and why. `of` is 0 if the part could not be measured. */
export interface ScorePart {
  readonly name: string;
  readonly points: number;
  readonly of: number;
  readonly why: string;
}

/** 0 to 100. Every point can be traced to a part. */
export interface Score {
  readonly total: number;
  readonly parts: readonly ScorePart[];
}

export const noScore: Score = { total: 0, parts: [] };

interface ScoreInput {
  readonly report: AgentReport;
  readonly facts: IterationFacts;
  readonly evidence: readonly Evidence[];
  readonly hasPhrase: boolean;
  readonly settings: Settings;
}

/**
 * The score of the doyaken policy. By default it is scaled to the parts that could be measured: without git, a task
 * folder or tests, those parts are left out instead of counting as zero.
 */
export function scoreTurn(input: ScoreInput): Score {
  const parts = [
    blockPart(input),
    yesPart(input),
    changesPart(input),
    movedPart(input),
    keywordPart(input),
    testsPart(input),
  ];
  let points = 0;
  let known = 0;
  for (const part of parts) {
    points += part.points;
    known += part.of;
  }
  const total = input.settings.scaleScore ? (known === 0 ? 0 : Math.round((100 * points) / known)) : points;
  return { total: Math.max(0, Math.min(100, total)), parts };
}

const earned = (name: string, max: number, why: string): ScorePart => ({ name, points: max, of: max, why });
const missed = (name: string, max: number, why: string): ScorePart => ({ name, points: 0, of: max, why });
const leftOut = (name: string, why: string): ScorePart => ({ name, points: 0, of: 0, why: `left out: ${why}` });

function blockPart({ report, settings }: ScoreInput): ScorePart {
  const max = settings.weights.block;
  if (report.explicit || report.taskExplicit) return earned("status-block", max, "an explicit, trusted signal");
  if (!settings.requireExplicitSignal && claims(report, "task"))
    return earned("status-block", max, "a claim in prose, which the settings let stand for the signal");
  return missed("status-block", max, "no explicit, trusted signal");
}

function yesPart({ report, settings }: ScoreInput): ScorePart {
  const max = settings.weights.phaseComplete;
  const says = settings.requireExplicitSignal ? isExplicitYes(report, "task") : claims(report, "task");
  if (says) return earned("says-complete", max, "the signal says complete");
  return missed("says-complete", max, "no signal says complete");
}

function changesPart({ facts, settings }: ScoreInput): ScorePart {
  const max = settings.weights.filesModified;
  const { filesChanged, commits } = facts;
  if ((filesChanged ?? 0) > 0 || (commits ?? 0) > 0)
    return earned(
      "files-modified",
      max,
      `${plural(filesChanged ?? 0, "file")} changed, ${plural(commits ?? 0, "commit")}`,
    );
  if (filesChanged === undefined && commits === undefined)
    return leftOut("files-modified", "changes were not looked at");
  return missed("files-modified", max, "no file changed and no commit was made");
}

function movedPart({ facts, settings }: ScoreInput): ScorePart {
  const max = settings.weights.taskFileMoved;
  if (facts.taskFileMovedToDone === undefined) return leftOut("task-file-moved", "there is no task folder");
  return facts.taskFileMovedToDone
    ? earned("task-file-moved", max, "the task file was moved to done/")
    : missed("task-file-moved", max, "the task file was not moved to done/");
}

function keywordPart({ hasPhrase, settings }: ScoreInput): ScorePart {
  const max = settings.weights.keywords;
  return hasPhrase
    ? earned("completion-words", max, "the agent's words say it is complete")
    : missed("completion-words", max, "no completion phrase");
}

/** The result of the check if there is one, otherwise the agent's word. */
function testsPart({ report, evidence, settings }: ScoreInput): ScorePart {
  const max = settings.weights.tests;
  const own = stateOfKind(evidence, "tests");
  if (own === "holds") return earned("tests", max, "our own test run passed");
  if (own === "fails") return missed("tests", max, "our own test run failed");
  if (own) return leftOut("tests", "our own test run gave no answer");
  if (report.tests === "pass") return earned("tests", max, "the agent says the tests pass");
  if (report.tests === "fail" || report.tests === "mixed") return missed("tests", max, "the agent says tests fail");
  return leftOut("tests", "nobody ran tests");
}
