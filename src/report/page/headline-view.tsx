import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import { Steps } from "./command-chip.js";
import { formatCount, toneOf } from "./format.js";
import type { ReportData } from "./report-data.js";

type Report = ReportData["report"];

/** Why it ended in a sentence, what to do next, what it cost, and what is proven. */
export function HeadlineView({ report }: { report: Report }) {
  const { headline } = report;
  const [next, ...more] = headline.steps;
  return (
    <section class={`hero ${heroTone(report)}`} aria-labelledby="title">
      <h1 id="title">{headline.title}</h1>
      <div class="answer why-ended">
        <h2>{isOver(report) ? "Why it stopped" : "Where it stands"}</h2>
        <p class="lead">{headline.stopped.join(" ")}</p>
      </div>
      {next && (
        <div class="answer next">
          <h2>What to do next</h2>
          <p class="lead primary">
            <Steps step={next} />
          </p>
          {more.map((step, at) => (
            <p key={at}>
              <Steps step={step} />
            </p>
          ))}
        </div>
      )}
      <Figures report={report} />
      <div class="answers">
        <div class="answer">
          <h2>What happened</h2>
          {headline.work.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        <Proof title="Proved by" lines={report.proof.provedBy} />
        <Proof title="Not proven" lines={report.proof.notProven} />
      </div>
    </section>
  );
}

/** The first screen stays one: the tasks below have the rest. */
const maxLines = 4;

const Proof = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div class="answer">
      <h2>{title}</h2>
      {lines.slice(0, maxLines).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {lines.length > maxLines && <p>and {lines.length - maxLines} more, below</p>}
    </div>
  );

/** A run that goes on, or that nobody knows the end of, has not stopped. */
const isOver = ({ status }: Report): boolean => status === "ended" || status === "cut-off";

export const heroTone = ({ status, outcome }: Pick<Report, "status" | "outcome">) =>
  status === "ended" ? toneOf(outcome ?? "continue") : status === "cut-off" ? "bad" : "calm";

function Figures({ report: { summary, refused, exitCode } }: { report: Report }) {
  const figures: readonly (readonly [string, string | null])[] = [
    ["Cost", summary.usd === null ? "unknown" : money(summary.usd)],
    ["Duration", duration(summary.seconds)],
    ["Tasks done", summary.tasks && `${summary.tasks.done} of ${summary.tasks.total}`],
    ["Turns", String(summary.iterations)],
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
