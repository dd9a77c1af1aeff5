import { splitCommands } from "../report/run-report/split-commands.js";
import { formatCount, formatMoney, formatSeconds, toneOf } from "./format.js";
import type { ReportData } from "./report-data.js";

type Report = ReportData["report"];

export function HeadlineView({ report }: { report: Report }) {
  const { headline, outcome, status } = report;
  const ids = report.tasks.map(({ id }) => id);
  const tone = status === "ended" ? toneOf(outcome ?? "continue") : "calm";
  return (
    <section class={`hero ${tone}`} aria-labelledby="title">
      <h1 id="title">{headline.title}</h1>
      <div class="answers">
        <Answer title="What happened" lines={headline.happened} ids={ids} />
        <Answer
          title={status === "running" ? "Where it stands" : "Why it stopped"}
          lines={headline.stopped}
          ids={ids}
        />
        <Answer title="What to do next" lines={headline.next} ids={ids} />
      </div>
      <Figures report={report} />
    </section>
  );
}

interface AnswerProps {
  readonly title: string;
  readonly lines: readonly string[];
  readonly ids: readonly string[];
}

function Answer({ title, lines, ids }: AnswerProps) {
  const [first, ...more] = lines;
  return (
    <div class="answer">
      <h2>{title}</h2>
      <p class="lead">
        <Advice text={first ?? ""} ids={ids} />
      </p>
      {more.map((line) => (
        <p key={line}>
          <Advice text={line} ids={ids} />
        </p>
      ))}
    </div>
  );
}

const Advice = ({ text, ids }: { text: string; ids: readonly string[] }) => (
  <>{splitCommands(text, ids).map((part) => (part.isCommand ? <code key={part.text}>{part.text}</code> : part.text))}</>
);

function Figures({ report: { summary, refused, exitCode } }: { report: Report }) {
  const figures: readonly (readonly [string, string | null])[] = [
    ["Tasks done", summary.tasks && `${summary.tasks.done} of ${summary.tasks.total}`],
    ["Iterations", String(summary.iterations)],
    ["Duration", formatSeconds(summary.seconds)],
    ["Cost", summary.usd === null ? null : formatMoney(summary.usd)],
    ["Tokens", summary.tokens === null ? null : formatCount(summary.tokens)],
    ["Refused claims", String(refused.length)],
    ["Exit code", exitCode === null ? null : String(exitCode)],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
