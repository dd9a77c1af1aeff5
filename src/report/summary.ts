import type { Decision, SetAside } from "../decide/decision.js";
import { quoteTail } from "../evidence/checks/tests/output-tail.js";
import { duration } from "../lib/text/duration.js";
import { money } from "../lib/text/money.js";
import { plural } from "../lib/text/plural.js";
import { adviceText } from "../run/loop/advice.js";
import type { RefusedClaims, RunSummary, TaskShare, UnmetCheck } from "../run/loop/run-summary.js";
import { isNothingProven, titleRun } from "../run/loop/run-title.js";
import { describeWho } from "../store/acceptance.js";
import { withCheckLabels } from "./check-labels.js";
import { describeAside } from "./describe-parked.js";
import { asksTheSame, describeQuestions, quote } from "./describe-questions.js";
import { adviseWhenDone } from "./done-advice.js";
import { outcomeTone } from "./format-decision.js";
import { formatNotProven, formatProved } from "./format-proof.js";
import { describeReviewer, describeTold } from "./format-review.js";
import { listNames } from "./list-names.js";
import { plainReason } from "./plain-words.js";
import { paint } from "./terminal/paint.js";

/** The summary of a run: outcome, what is proven and what is not, and the next command. */
export function describeSummary(
  summary: RunSummary,
  decision: Pick<Decision, "outcome" | "reason" | "exitCode" | "onlyReview">,
  colour: boolean,
): string {
  const { bold, dim } = paint(colour);
  const { worktree, setAside } = summary;
  const isDisputed = ({ rule }: SetAside): boolean => rule === "disputed";
  const rows: [string, string | null][] = [
    ["Status", describeStatus(summary, decision, colour)],
    ["Reason", decision.onlyReview === "unchecked" ? null : plainReason(decision.reason)],
    ["Next", summary.next ?? whenDone(summary, decision)],
    ["Not held", belowOrNull(summary.unmet.flatMap(describeUnmet))],
    ["Last task", summary.lastTask],
    ["Iterations", `${summary.iterations}${describeLimited(summary)}${describeWasted(summary)}`],
    ["Duration", duration(summary.seconds)],
    ["Tokens", summary.tokens === null ? null : summary.tokens.toLocaleString("en")],
    ["Cost", describeCost(summary)],
    ["Agents", describeAgents(summary)],
    ["Per task", describeShares(summary)],
    ["Tasks", summary.tasks && `${summary.tasks.done} of ${summary.tasks.total} done`],
    ["Left out", because(summary.leftOut ?? [], "not in this run")],
    ["Verified", listNames(summary.verified)],
    ["Proved by", belowOrNull(formatProved(summary))],
    ["Not proven", below(formatNotProven(summary))],
    ["Reviewed", belowOrNull((summary.reviews?.reviewers ?? []).map(describeReviewer))],
    ["Findings", belowOrNull((summary.reviews?.findings ?? []).map(describeTold))],
    ["Forced", because(summary.forced, "done on your word")],
    ["Accepted", belowOrNull(describeAccepted(summary))],
    ["Disputed", listAside(setAside.filter(isDisputed))],
    ["Set aside", listAside(setAside.filter((each) => !isDisputed(each)))],
    [
      "Not done",
      because(summary.owed, "ticked by the agent without visible work; counts as not done unless you edit the list"),
    ],
    ["Unmarked", because(summary.unmarked, "done in the journal, but not marked in the list")],
    ["Refused", belowOrNull(summary.refused.map((claims) => describeRefused(claims)))],
    ["Changed", because(summary.changedTests, "changed to pass; they fail as they were at the start")],
    [
      "Outside",
      because(summary.outside, "changed in your checkout while the agent worked in its worktree: by it, or by you"),
    ],
    ["Flaky", because(summary.flaky, "passed and failed on the same content; counted for nothing")],
    ["Checks", belowOrNull([...summary.unmet.map(nameUnmet), ...summary.checks].map(withCheckLabels))],
    ["Notes", belowOrNull(summary.notes.map(({ task, text }) => `${task === null ? "" : `${task}: `}${quote(text)}`))],
    ["Last words", asksTheSame(summary) ? null : quote(summary.lastWords)],
    ["It asks", describeQuestions(summary)],
    ["Not given", belowOrNull(summary.notGiven.map(describeNotGiven))],
    ["Worktree", worktree && `${worktree.root}, on ${worktree.branch}`],
    ["Take over", worktree && `${worktree.merge} ${dim("(in your own checkout)")}`],
    ["Remove", worktree?.remove ?? null],
  ];
  return rows
    .flatMap(([name, value]) => (value === null ? [] : [`${bold(`${name}:`.padEnd(12))}${keepInRow(value)}`]))
    .join("\n");
}

function whenDone(summary: RunSummary, decision: Pick<Decision, "outcome">): string | null {
  const advice = adviseWhenDone(summary, decision);
  return advice && adviceText(advice);
}

/** Where nothing could check the work, the reason stands in the headline itself. */
function describeStatus(
  summary: RunSummary,
  decision: Pick<Decision, "outcome" | "reason" | "exitCode" | "onlyReview">,
  colour: boolean,
): string {
  const { bold, dim } = paint(colour);
  const { outcome, exitCode, reason, onlyReview } = decision;
  const title = titleRun({ decision, nothingProven: isNothingProven(summary) });
  const word = title ?? (outcome ?? "continue").toUpperCase().replace("-", " ");
  const status = outcomeTone(outcome, colour)(bold(word)) + (onlyReview === "unchecked" ? `: ${reason}` : "");
  return status + dim(exitCode === null ? "" : ` (exit code ${exitCode})`);
}

/** A person's words that no prompt had. */
function describeNotGiven({ task, text, missed }: RunSummary["notGiven"][number]): string {
  const why = missed
    ? `${task} was done before a prompt of it could have`
    : `no prompt${task === null ? "" : ` of ${task}`} had`;
  return `${why} ${quote(text)}`;
}

/** Older journals do not say who it was. */
function describeAccepted({ accepted, acceptances }: RunSummary): readonly string[] {
  const named = acceptances.map((each) => `${listNames(each.tasks) ?? "the run"}: by ${describeWho(each)}`);
  return named.length > 0 || accepted.length === 0 ? named : [`${listNames(accepted)}: done on your word`];
}

/** A sum that leaves out an agent says so. */
function describeCost({ usd, agents }: RunSummary): string | null {
  if (usd === null) return null;
  const silent = agents.filter((share) => share.usd === null).map(({ agent }) => agent);
  return `${money(usd)}${silent.length === 0 ? "" : ` without ${silent.join(" and ")}, whose cost is unknown`}`;
}

/** Who took how many turns, if it was not one agent alone. */
function describeAgents({ agents }: RunSummary): string | null {
  if (agents.length < 2) return null;
  return agents
    .map(({ agent, turns, failed, usd }) => {
      const cost = usd === null ? "cost unknown" : money(usd);
      return `${agent} ${plural(turns, "turn")}${failed > 0 ? ` (${failed} failed)` : ""}, ${cost}`;
    })
    .join("; ");
}

const maxShares = 20;

/** What each task took, if there was more than one. */
function describeShares({ perTask }: RunSummary): string | null {
  if (perTask.length < 2) return null;
  const rest = perTask.length - maxShares;
  return below([
    ...perTask.slice(0, maxShares).map(describeShare),
    ...(rest > 0 ? [`and ${plural(rest, "more task")}`] : []),
  ]);
}

const describeShare = ({ task, iterations, seconds, usd, tokens }: TaskShare): string =>
  [
    `${task ?? "no task"}: ${plural(iterations, "iteration")}`,
    duration(seconds),
    ...(usd === null ? [] : [money(usd)]),
    ...(tokens === null ? [] : [`${tokens.toLocaleString("en")} tokens`]),
  ].join(", ");

/** A line break in what is quoted must not start a row of its own. */
const keepInRow = (value: string): string => value.replaceAll(/\r?\n(?! {12})/g, " ");

const below = (lines: readonly string[]): string => lines.join("\n            ");
const belowOrNull = (lines: readonly string[]): string | null => (lines.length === 0 ? null : below(lines));

/** So that the number agrees with that of the last iteration above. */
const describeLimited = ({ limited = 0 }: RunSummary): string =>
  limited === 0 ? "" : `, and ${limited} that met a usage limit`;

function describeWasted({ wasted, iterations }: RunSummary): string {
  if (wasted === 0) return "";
  if (wasted >= iterations) return ", without progress";
  return wasted === 1 ? ", the last one without progress" : `, the last ${wasted} without progress`;
}

const because = (ids: readonly string[], why: string): string | null =>
  ids.length === 0 ? null : `${listNames(ids)}: ${why}`;

const listAside = (tasks: readonly SetAside[]): string | null =>
  belowOrNull(
    tasks.flatMap((aside) => {
      const work = describeAside(aside);
      return [`${aside.task}: ${plainReason(aside.reason)}`, ...(work === null ? [] : [`  ${work}`])];
    }),
  );

const describeUnmet = ({ detail, tail, fix }: UnmetCheck): readonly string[] => [
  withCheckLabels(detail),
  ...quoteTail(tail).map((line) => `  ${line}`),
  ...(fix === null ? [] : [`  fix: ${fix}`]),
];

/** What it printed stands in a row above. */
const nameUnmet = ({ name, detail }: UnmetCheck): string =>
  detail.startsWith(`${name} fails`) ? `${name}: FAILS` : `${name}: gave no answer`;

const describeRefused = ({ task, times, reason }: RefusedClaims): string =>
  `${plural(times, "claim")}${task === null ? "" : ` of ${task}`}: ${plainReason(reason)}`;
