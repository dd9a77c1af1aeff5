import type { AgentReport } from "../../../decide/agent-report.js";
import type { Explicit } from "../answers.js";
import { reportsAlready, reportsChange } from "./change-reports.js";
import { findDoubt, namesUnit, speaksOfPart } from "./doubts.js";
import type { JsonVerdict } from "./json-verdict.js";
import { doubtsElsewhere, statesWholeElsewhere } from "./languages/read-language.js";
import { isUndone } from "./neighbours.js";
import type { Prose } from "./read-prose.js";
import type { Sentence } from "./sentences.js";
import { findTrouble } from "./trouble.js";
import { reportsSuccess } from "./unit-claims.js";
import { findWholeClaim } from "./whole-claims.js";

export const nothingImplied: Pick<AgentReport, "claim" | "taskClaim"> = { claim: "none", taskClaim: "none" };

/**
 * Without a signal, prose can make a claim if the first or last sentences say that everything is done and nothing
 * contradicts it.
 */
export function implyClaim(prose: Prose, explicit: Explicit): Pick<AgentReport, "claim" | "taskClaim"> {
  const remaining = explicit.remaining ?? prose.remaining;
  // Never guess against a visible "no", however it is fenced, quoted or cut off.
  const mayGuess = !prose.isDenied() && !prose.instructs();
  // A no of the run does not unsay the task: "US-2 is complete. Five stories are left, so I do not print the signal."
  const mayGuessUnit = !prose.isTaskDenied() && !prose.instructs();
  if (prose.verdict) return implyVerdict(mayGuess ? prose.verdict : null);
  const isBlocked = prose.isBlocked();
  const whole = mayGuess && saysWhole(prose);
  const unit = whole || (mayGuessUnit && saysUnit(prose));
  const open = unit && (isBlocked || prose.needsAnswer());
  // What takes back a task takes back the whole; another task of the list only the whole.
  const trouble = unit && !open ? (findDoubt(prose.sentences) ?? null) : null;
  const taken = trouble === "task" ? trouble : unit && !open ? (findTrouble(prose.sentences) ?? trouble) : null;
  const taskClaim = unit && !open && taken !== "task" && remaining?.of !== "task" ? "complete" : "none";
  if (isBlocked) return { claim: "blocked", taskClaim };
  if (whole && !remaining && !open && taken === null && prose.questions === 0) return { claim: "complete", taskClaim };
  return { claim: remaining ? "continue" : "none", taskClaim };
}

function implyVerdict(verdict: JsonVerdict | null): Pick<AgentReport, "claim" | "taskClaim"> {
  if (verdict === null) return nothingImplied;
  if (verdict === "task") return { claim: "none", taskClaim: "complete" };
  return { claim: verdict, taskClaim: verdict === "complete" ? "complete" : "none" };
}

/** One piece of work is finished: by its name, as a success, or as a change that was made. */
function saysUnit({ phrases, sentences, isEnglish }: Prose): boolean {
  const isNamed = phrases.some(({ edge, phrase }) => edge && phrase.of === "unit");
  if ((isNamed || sentences.some((sentence) => sentence.edge && reportsSuccess(sentence))) && isEnglish()) return true;
  return reportsChange(sentences) || reportsAlready(sentences);
}

/** In a sentence at either end of the message, in any language we read, or as one word on its own line. */
function saysWhole(prose: Prose): boolean {
  const { sentences } = prose;
  const isStated = (isClaim: (at: number) => boolean): boolean =>
    sentences.some(({ edge }, at) => edge && isClaim(at) && !isUndone(sentences, at));
  if (namesOpenSection(sentences)) return false;
  const lone = prose.findLoneWord();
  if (lone === "all" || (lone === "word" && !namesUnit(sentences))) return true;
  if (isStated((at) => statesWholeElsewhere(sentences, at)) && !sentences.some(doubtsElsewhere)) return true;
  return isStated((at) => statesWhole(prose, at)) && prose.isEnglish();
}

/**
 * If a numbered part is reported as done, only phrases such as "all tasks" count; if a task is named, criteria do not.
 */
function statesWhole({ sentences, phrases }: Prose, at: number): boolean {
  const sentence = sentences[at];
  const claim = sentence ? findWholeClaim(sentence) : null;
  if (!sentence || claim === null) return false;
  if (claim === "criteria" && phrases.some(({ phrase }) => phrase.of === "unit" && phrase.subject !== null))
    return false;
  if (!speaksOfPart(sentences)) return true;
  return (claim === "all" || claim === "thing") && /\b(?:all|every|everything)\b/.test(sentence.lower);
}

/** A heading over unfinished work: then "DONE" is a heading, too, and "all" does not mean everything. */
const namesOpenSection = (sentences: readonly Sentence[]): boolean =>
  sentences.some(
    ({ heading, lower, text }) =>
      (heading || text.endsWith(":")) &&
      /^\W*(?:to-?dos?|in progress|next(?: up| tasks?| story| stories)?|up next|pending|blocked|remaining(?: work| tasks)?|backlog|not (?:yet )?done|wip|doing|upcoming|open(?: items| tasks| work)?)\W*$/.test(
        lower,
      ),
  );
