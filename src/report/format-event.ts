import { taskOfWords } from "../decide/words.js";
import { quoteTail } from "../evidence/checks/tests/output-tail.js";
import { duration } from "../lib/text/duration.js";
import { plural } from "../lib/text/plural.js";
import { adviceText } from "../run/loop/advice.js";
import type { RunEvent } from "../run/loop/run-event.js";
import { judgeProof } from "../run/loop/summarize-proof.js";
import { checkLabel } from "./check-labels.js";
import { describeParked } from "./describe-parked.js";
import { adviseWhenDone } from "./done-advice.js";
import { formatDecisionMade, formatJudged } from "./format-decision-made.js";
import { formatReviewEnd } from "./format-review.js";
import { formatStart } from "./format-start.js";
import { byId, type NameTask, nameInText, nameIt, nameTasks } from "./name-task.js";
import {
  blank,
  type EventOf,
  type FormatEvent,
  firstLine,
  isQuiet,
  line,
  nothing,
  type ScreenLine,
  type Style,
  shortTime,
} from "./screen-line.js";
import { describeSummary } from "./summary.js";
import { paint } from "./terminal/paint.js";

/** The lines to print for an event; none if only the live view shows it. */
export function formatEvent(event: RunEvent, colour: boolean, name: NameTask = byId): readonly ScreenLine[] {
  const style = { ...paint(colour), colour, name };
  const lines = (formats[event.type] as FormatEvent<RunEvent["type"]>)(event, style);
  return event.unit === undefined ? lines : prefixLines(lines, event.unit, style);
}

/** Which task a line is about, where several are worked on at once. */
function prefixLines(lines: readonly ScreenLine[], unit: string, { bold }: Style): readonly ScreenLine[] {
  const name = unit.length > maxPrefix ? `${unit.slice(0, maxPrefix - 1)}…` : unit;
  return lines
    .filter((each) => each !== blank)
    .map(({ text, hang }) => ({ text: `${bold(`[${line(name).text}]`)} ${text}`, hang: hang + name.length + 3 }));
}

const maxPrefix = 24;

const formats: { readonly [T in RunEvent["type"]]: FormatEvent<T> } = {
  "run-start": formatStart,
  "worktree-entered": ({ root, branch }, { dim }) => [line(dim(`  worktree ${root}, on ${branch}`))],
  "sandbox-entered": ({ kind, image, network, write, env, checks }, { dim, yellow }) => [
    line(
      dim(
        `  sandbox ${kind}${image === null ? "" : ` (${image})`}, network ${network}; writes only ${write.join(", ")}`,
      ),
    ),
    line(dim(`  variables passed: ${env.join(", ") || "none"}`)),
    checks === "inside"
      ? line(dim("  checks run in a sandbox of their own, without log-in and network (checks.NAME.network: true)"))
      : line(
          yellow(
            "  checks run outside of the sandbox (--checks-outside): tests that the agent writes have all your rights",
          ),
        ),
  ],
  "baseline-taken": ({ failing, notes }, { dim, yellow }) => [
    ...failing.map((text) =>
      text.startsWith("  | ") ? line(dim(`  ${text}`), 6) : line(yellow(`  before the run: ${text}`)),
    ),
    ...notes.map((note) => line(dim(`  ${note}`))),
  ],
  "iteration-start": ({ iteration, task }, { bold }) => [
    blank,
    line(`${bold(`iteration ${iteration}`)}${task ? `  ${taskName(task)}` : ""}`),
  ],
  "phase-start": ({ name }, { dim }) => [line(dim(`  phase ${name}`))],
  "agent-start": nothing,
  "agent-output": nothing,
  "agent-message": ({ text }, { dim }) => [line(dim(`    "${text}"`), 5)],
  "agent-activity": ({ does, what }, { dim }) => (isQuiet.has(does) ? [] : [line(dim(`    ${does} ${what}`), 6)]),
  "agent-retry": ({ seconds, why }, { yellow }) => [
    line(yellow(`  trying again${seconds > 0 ? ` in ${duration(seconds)}` : ""}: ${why}`)),
  ],
  "agent-switch": ({ from, to, why, until }, { yellow }) => [
    line(
      yellow(`  ${from} cannot go on${until === null ? "" : ` until ${shortTime(until)}`} (${why}): ${to} takes over`),
    ),
  ],
  "agent-end": formatAgentEnd,
  "check-start": nothing,
  "proof-start": nothing,
  "proof-end": ({ task, proof }, style) => formatJudged(task, judgeProof(proof), { ...style, what: "" }),
  "review-start": nothing,
  "review-end": formatReviewEnd,
  "check-end": formatCheck,
  "decision-made": ({ record }, style) => formatDecisionMade(record, style),
  "task-marked": formatMarked,
  "work-parked": (event, { yellow, name }) => [line(yellow(`  ${describeParked(event, name)}`))],
  "checkpoint-made": formatCheckpoint,
  "file-restored": ({ file, what }, { red }) => [line(red(`  ${file} ${what}`))],
  "budget-warning": ({ line: text }, { yellow }) => [line(yellow(`  ${text}`))],
  "wait-start": formatWait,
  "wait-end": nothing,
  "pause-requested": (_, { yellow }) => [line(yellow("  pausing after this iteration"))],
  "pause-cancelled": (_, { dim }) => [line(dim("  not pausing"))],
  "limits-raised": (_, { dim }) => [line(dim("  the run may use more now, as you asked"))],
  "pause-start": (_, { yellow, dim }) => [
    line(`${yellow("  paused")} ${dim("(continue with: untildone continue; Ctrl-C stops)")}`),
  ],
  "pause-end": ({ by }, { dim }) => [line(dim(by === "stop" ? "  no longer paused: stopping" : "  continuing"))],
  "words-received": ({ words }, { dim, name }) => [
    line(dim(`  for the next prompt${forTask(words, name)}, ${describeSource(words)}: ${words.text}`)),
  ],
  "words-given": ({ words }, { dim }) => [line(dim(`  the prompt has ${plural(words.length, "message")} of yours`))],
  "interrupt-received": ({ level }, { yellow }) => [
    line(
      yellow(
        level === 1
          ? "  stopping after this iteration; Ctrl-C again stops the agent now"
          : "  stopping the agent; Ctrl-C again ends at once",
      ),
    ),
  ],
  warning: ({ text }, { yellow }) => [line(yellow(`  warning  ${text}`))],
  "run-end": ({ summary, record: { decision } }, { colour, name }) => {
    const done = adviseWhenDone(summary, decision);
    const named = { ...decision, reason: nameInText(decision.reason, name) };
    const advised = { ...summary, next: summary.next ?? (done && adviceText(done)) };
    return [blank, { text: describeSummary(nameTasks(advised, name), named, colour), hang: 12 }];
  },
};

const forTask = (words: EventOf<"words-received">["words"], name: NameTask): string => {
  const task = taskOfWords(words);
  return task === null ? "" : ` of ${name(task)}`;
};

const describeSource = ({ from, question }: EventOf<"words-received">["words"]): string =>
  from === "file" ? "from STEER.md" : question ? `answering "${question.text}"` : "told by you";

function formatAgentEnd({ agent, how, seconds, leftBehind }: EventOf<"agent-end">, { dim, yellow }: Style) {
  const ended = line(`  ${agent.padEnd(nameWidth)}${dim(`${how}, ${duration(seconds)}`)}`);
  if (leftBehind === 0) return [ended];
  return [ended, line(yellow(`  ended ${plural(leftBehind, "process", "processes")} it left behind`))];
}

function formatCheck({ evidence }: EventOf<"check-end">, { dim, green, yellow, red }: Style) {
  if (!evidence) return [];
  const { name, state, detail, required, tail, fix } = evidence;
  const tone = state === "holds" ? green : state === "fails" && required ? red : yellow;
  const text = `  ${checkLabel(name).padEnd(nameWidth - 1)} ${tone(stateWords[state].padEnd(stateWidth))}${dim(firstLine(detail ?? ""))}`;
  return [
    line(text, column),
    ...quoteTail(tail).map((told) => line(dim(`    ${told}`), 6)),
    ...(fix === undefined ? [] : [line(`    fix  ${fix}`, 9)]),
  ];
}

function formatMarked({ task, verified, byParts, problem }: EventOf<"task-marked">, { green, red, name }: Style) {
  if (problem !== null) return [line(red(`  ${nameIt(task, name)} could not be marked: ${problem}`))];
  if (byParts) return [line(green(`  ${nameIt(task, name)} ticked: its parts are done`))];
  return [line(green(`  ${nameIt(task, name)} done${verified ? "" : " (not proven)"}`))];
}

function formatCheckpoint({ commit, problem }: EventOf<"checkpoint-made">, { dim, yellow }: Style) {
  return [
    ...(commit ? [line(dim(`  checkpoint ${commit.slice(0, 10)}`))] : []),
    ...(problem ? [line(yellow(`  ${commit ? "" : "no checkpoint: "}${problem}`))] : []),
  ];
}

function formatWait({ seconds, until }: EventOf<"wait-start">, { dim, yellow }: Style) {
  const end = until ? `, until ${shortTime(until)}` : "";
  return [line(`${yellow(`  waiting ${duration(seconds)}${end}`)} ${dim("(Ctrl-C stops)")}`)];
}

const stateWords = { holds: "passes", fails: "fails", unknown: "unknown" } as const;

/** Aligns the results of agents and checks in one column. */
const nameWidth = 14;
const stateWidth = "unknown".length + 2;
const column = 2 + nameWidth + stateWidth;

/** Titles often start with the id. */
const taskName = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  title.startsWith(id) ? title : `${id} ${title}`;
