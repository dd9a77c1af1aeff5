import { duration } from "../base/duration.js";
import { plural } from "../base/plural.js";
import { tasksDoneBy } from "../core/policy.js";
import { describeProof } from "../core/proof.js";
import { notVerifiedTitle } from "../core/unchecked-work.js";
import { taskOfWords } from "../core/words.js";
import { quoteTail } from "../evidence/tests/output-tail.js";
import type { RunEvent } from "../loop/run-event.js";
import { type Judged, judgeProof, judgeTasks } from "../loop/summarize-proof.js";
import type { DecisionRecord } from "../store/record.js";
import { isUnitDone } from "../store/units.js";
import { listQuestions } from "../store/words.js";
import { formatLeftOut } from "../trackers/left-out-sections.js";
import { describeParked } from "./describe-parked.js";
import { outcomeTone } from "./format-decision.js";
import { paint } from "./paint.js";
import { describeSummary } from "./summary.js";

/** A line of output. Wrapped lines are indented by `hang` columns. */
export interface Line {
  readonly text: string;
  readonly hang: number;
}

type EventOf<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;
type Format<T extends RunEvent["type"]> = (event: EventOf<T>, style: Style) => readonly Line[];
type Style = ReturnType<typeof paint> & { readonly colour: boolean };

/** One line, whatever it quotes: a title or a message with line breaks must not look like lines of ours. */
const line = (text: string, hang = 4): Line => ({ text: text.replaceAll(/\s*[\r\n]\s*/g, " "), hang });
const blank = line("");
const nothing = (): readonly Line[] => [];

/** The lines to print for an event; none if only the live view shows it. */
export function formatEvent(event: RunEvent, colour: boolean): readonly Line[] {
  const style = { ...paint(colour), colour };
  const lines = (formats[event.type] as Format<RunEvent["type"]>)(event, style);
  return event.unit === undefined ? lines : prefixLines(lines, event.unit, style);
}

/** Which task a line is about, where several are worked on at once. */
function prefixLines(lines: readonly Line[], unit: string, { bold }: Style): readonly Line[] {
  const name = unit.length > maxPrefix ? `${unit.slice(0, maxPrefix - 1)}…` : unit;
  return lines
    .filter((each) => each !== blank)
    .map(({ text, hang }) => ({ text: `${bold(`[${line(name).text}]`)} ${text}`, hang: hang + name.length + 3 }));
}

const maxPrefix = 24;

const formats: { readonly [T in RunEvent["type"]]: Format<T> } = {
  "run-start": formatStart,
  "worktree-entered": ({ root, branch }, { dim }) => [line(dim(`  worktree ${root}, on ${branch}`))],
  "sandbox-entered": ({ kind, image, network, write, env }, { dim }) => [
    line(
      dim(
        `  sandbox ${kind}${image === null ? "" : ` (${image})`}, network ${network}; writes only ${write.join(", ")}`,
      ),
    ),
    line(dim(`  variables passed: ${env.join(", ") || "none"}`)),
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
    line(yellow(`  trying again${seconds > 0 ? ` in ${seconds} s` : ""}: ${why}`)),
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
  "check-end": formatCheck,
  "verdict-given": ({ record }, style) => formatVerdict(record, style),
  "task-marked": formatMarked,
  "work-parked": (event, { yellow }) => [line(yellow(`  ${describeParked(event)}`))],
  "checkpoint-made": formatCheckpoint,
  "file-restored": ({ file, what }, { red }) => [line(red(`  ${file} ${what}`))],
  "budget-warning": ({ line: text }, { yellow }) => [line(yellow(`  ${text}`))],
  "wait-start": formatWait,
  "wait-end": nothing,
  "pause-requested": (_, { yellow }) => [line(yellow("  pausing after this iteration"))],
  "pause-cancelled": (_, { dim }) => [line(dim("  not pausing"))],
  "pause-start": (_, { yellow, dim }) => [
    line(`${yellow("  paused")} ${dim("(continue with: untildone continue; Ctrl-C stops)")}`),
  ],
  "pause-end": ({ by }, { dim }) => [line(dim(by === "stop" ? "  no longer paused: stopping" : "  continuing"))],
  "words-received": ({ words }, { dim }) => [
    line(dim(`  for the next prompt${forTask(words)}, ${describeSource(words)}: ${words.text}`)),
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
  "run-end": ({ summary, record }, { colour }) => [
    blank,
    { text: describeSummary(summary, record.decision, colour), hang: 12 },
  ],
};

const forTask = (words: EventOf<"words-received">["words"]): string => {
  const task = taskOfWords(words);
  return task === null ? "" : ` of ${task}`;
};

const describeSource = ({ from, question }: EventOf<"words-received">["words"]): string =>
  from === "file" ? "from STEER.md" : question ? `answering "${question.text}"` : "told by you";

/** Reading and searching changes nothing, and there is much of it: only the live view shows it. */
const isQuiet: ReadonlySet<EventOf<"agent-activity">["does"]> = new Set(["reads", "searches"]);

const shortTime = (time: string): string => time.replace(/\.\d{3}Z$/, "Z");

function formatStart(event: EventOf<"run-start">, { bold, dim }: Style) {
  const { run, resumed, agents, roles, permissions, policy, tasks, checks, leftOut = [] } = event;
  const about = dim(`${agents.join(", ")}, policy ${policy}, ${tasks}`);
  return [
    line(`${bold(`run ${run}`)}${resumed ? " (resumed)" : ""}  ${about}`),
    ...roles.map((role) => line(dim(`  ${role.for}: ${role.agents.join(", ")}`))),
    ...permissions.map((text) => line(`  ${text} ${dim("(see --permissions)")}`)),
    line(dim(`  checks: ${checks.map(withoutOrigin).join(", ")}`)),
    ...(leftOut.length > 0
      ? [line(`  not worked on: ${formatLeftOut(leftOut)} ${dim("(see optionalSections)")}`)]
      : []),
  ];
}

function formatAgentEnd({ agent, how, seconds, leftBehind }: EventOf<"agent-end">, { dim, yellow }: Style) {
  const ended = line(`  ${agent.padEnd(nameWidth)}${dim(`${how}, ${seconds.toFixed(1)} s`)}`);
  if (leftBehind === 0) return [ended];
  return [ended, line(yellow(`  ended ${plural(leftBehind, "process", "processes")} it left behind`))];
}

function formatCheck({ evidence }: EventOf<"check-end">, { dim, green, yellow, red }: Style) {
  if (!evidence) return [];
  const { name, state, detail, required, tail, fix } = evidence;
  const tone = state === "holds" ? green : state === "fails" && required ? red : yellow;
  const text = `  ${name.padEnd(nameWidth - 1)} ${tone(state.padEnd(stateWidth))}${dim(firstLine(detail ?? ""))}`;
  return [
    line(text, column),
    ...quoteTail(tail).map((told) => line(dim(`    ${told}`), 6)),
    ...(fix === undefined ? [] : [line(`    fix  ${fix}`, 9)]),
  ];
}

function formatVerdict(record: DecisionRecord, { bold, dim, green, yellow, colour }: Style): readonly Line[] {
  const { decision, unit } = record;
  const word = decision.outcome === null ? "CONTINUE" : `EXIT ${decision.outcome}`;
  const [reason, ...points] =
    decision.onlyReview === "unchecked" ? [`${notVerifiedTitle}: ${decision.reason}`] : splitReason(decision.reason);
  const { setAside } = decision;
  return [
    line(`  ${outcomeTone(decision.outcome, colour)(bold(word))}  ${reason} ${dim(`(${decision.rule})`)}`),
    ...points.map((point) => line(`    - ${point}`, 6)),
    ...(unit === undefined
      ? formatDone(record, { green, dim })
      : isUnitDone(record, unit)
        ? [line("  ready to merge")]
        : []),
    ...(setAside ? [line(yellow(`  task ${setAside.task} is left for you; continuing with the next one`))] : []),
    ...(decision.outcome === null ? formatQuestions(record, { dim, yellow }) : []),
    ...decision.warnings.map((warning) => line(yellow(`  warning  ${warning}`))),
  ];
}

function formatQuestions(record: DecisionRecord, { dim, yellow }: Pick<Style, "dim" | "yellow">): readonly Line[] {
  const questions = listQuestions(record);
  if (questions.length === 0) return [];
  const it = questions.length === 1 ? "it" : "them all";
  return [
    ...questions.map(({ text }) => line(yellow(`  the agent asks: ${text}`))),
    line(dim(`  answer ${it} with: untildone answer "…"`)),
  ];
}

function formatDone(record: DecisionRecord, { green, dim }: Pick<Style, "green" | "dim">): readonly Line[] {
  const ids = new Set(tasksDoneBy(record.decision));
  const groups = (record.decision.tasksDone ?? []).filter(({ byParts }) => byParts);
  return [
    ...judgeTasks(record)
      .filter(([id]) => ids.has(id))
      .flatMap(([id, judged]) => formatJudged(id, judged, { green, dim, what: " done" })),
    ...groups.map(({ id, verified }) => line(green(`  task ${id} done with its parts${verified ? ", verified" : ""}`))),
  ];
}

function formatJudged(
  id: string,
  judged: Judged,
  { green, dim, what }: Pick<Style, "green" | "dim"> & { readonly what: string },
): readonly Line[] {
  return [
    line(green(`  task ${id}${what}${formatDoubt(judged)}`)),
    ...(judged !== "forced" && "proof" in judged && judged.proof
      ? [line(dim(`    proved by ${describeProof(judged.proof)}`), 6)]
      : []),
  ];
}

function formatDoubt(judged: Judged): string {
  if (judged === "forced") return " (forced)";
  return "why" in judged ? ` (not proven: ${judged.why})` : ", verified";
}

function formatMarked({ task, verified, byParts, problem }: EventOf<"task-marked">, { green, red }: Style) {
  if (problem !== null) return [line(red(`  task ${task} could not be marked: ${problem}`))];
  if (byParts) return [line(green(`  task ${task} ticked: its parts are done`))];
  return [line(green(`  task ${task} done${verified ? "" : " (not proven)"}`))];
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

/** Aligns the results of agents and checks in one column. */
const nameWidth = 14;
const stateWidth = "unknown".length + 2;
const column = 2 + nameWidth + stateWidth;

/** Splits a reason into the decision and its points, each shown on its own line. */
export function splitReason(reason: string): readonly string[] {
  const [head = "", ...more] = reason.split("; ");
  const refused = /^(.*? refused): (.*)$/s.exec(head);
  return refused ? [...refused.slice(1), ...more] : [head, ...more];
}

/** The origin of a built-in check is not useful here. */
const withoutOrigin = (check: string): string => check.replace(/ \(built in(?:, optional)?\)$/, "");

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** Titles often start with the id. */
const taskName = ({ id, title }: { readonly id: string; readonly title: string }): string =>
  title.startsWith(id) ? title : `${id} ${title}`;
