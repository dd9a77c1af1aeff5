import { duration } from "../../lib/text/duration.js";
import { money } from "../../lib/text/money.js";
import type { DecisionDetail } from "../run-report/run-report.js";
import { CheckList } from "./check-list.js";
import { DiffView } from "./diff-view.js";
import { Fold } from "./fold.js";
import { formatTime } from "./format.js";
import { useLinks } from "./links.js";
import { Proof } from "./proof-list.js";
import type { DecisionRow } from "./report-data.js";
import { describeRow } from "./timeline.js";
import { Transcript } from "./transcript.js";

/** Everything about one decision: what `explain` shows, the agent's message and the diff. */
export function DecisionPanel({ row, detail }: { row: DecisionRow; detail: DecisionDetail | null }) {
  const { to } = useLinks();
  const [tone, word] = describeRow(row);
  const facts = [
    `decision ${row.n}`,
    formatTime(row.at),
    ...row.agents,
    ...(row.seconds === null ? [] : [duration(row.seconds)]),
    ...(row.usd === null ? [] : [money(row.usd)]),
  ];
  const [first, ...points] = detail?.points ?? [row.reason];
  return (
    <article class="panel" aria-labelledby="panel-title">
      <h3 id="panel-title">
        {row.iteration === 0 ? "The run" : `${row.hadTurn ? "Turn" : "After turn"} ${row.iteration}`}
        {row.task !== null && (
          <a class="task" href={to(row.task)}>
            {row.task}
          </a>
        )}
        <span class={`pill ${tone}`}>{word}</span>
      </h3>
      <p class="facts">{facts.join(" · ")}</p>
      <p class="lead">
        {first} <span class="rule">({row.rule})</span>
      </p>
      {points.length > 0 && (
        <ul class="points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {detail ? (
        <Detail row={row} detail={detail} />
      ) : (
        <p class="quiet">
          The explanation is left out of this page, which would be too large: untildone explain {row.n} prints it.
        </p>
      )}
    </article>
  );
}

function Detail({ row, detail }: { row: DecisionRow; detail: DecisionDetail }) {
  return (
    <div key={row.n}>
      {detail.note !== null && <p class="problem">{detail.note}</p>}
      {detail.proof && <Proof proof={detail.proof} />}
      {detail.warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <Fold title="The agent's message" isOpen={row.claim !== "none"} isEmpty={detail.words === null}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard. */}
        <pre class="words" tabIndex={0}>
          {detail.words}
        </pre>
      </Fold>
      <Fold title="Checks" isOpen isEmpty={detail.checks.length === 0}>
        <CheckList checks={detail.checks} />
      </Fold>
      <Fold title="Diff" isEmpty={detail.diff === null}>
        {detail.diff && <DiffView diff={detail.diff} />}
      </Fold>
      <Fold title="What it said and did" isEmpty={detail.transcript.length === 0}>
        <Transcript detail={detail} />
      </Fold>
      <Fold title="Its prompt" isEmpty={detail.prompt === null}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard. */}
        <pre class="words" tabIndex={0}>
          {detail.prompt}
        </pre>
      </Fold>
      <Fold title="Rules, in order">
        <Rules rules={detail.rules} />
      </Fold>
      <Fold title="What was read from its output">
        <Lines lines={detail.said} />
      </Fold>
      <Fold title="Gate" isEmpty={detail.gate.length === 0}>
        <Lines lines={detail.gate} />
      </Fold>
      {detail.score && detail.score.parts.length > 0 && (
        <Fold title={`Score ${detail.score.total}`}>
          <Score parts={detail.score.parts} />
        </Fold>
      )}
      <Fold title="Feedback for the next turn" isEmpty={detail.feedback.length === 0}>
        <Lines lines={detail.feedback} />
      </Fold>
      <Fold title="Progress, breaker and budget">
        <Lines lines={[...detail.progress, ...detail.budget]} />
      </Fold>
      <Fold title="Settings the rules used" isEmpty={detail.settings.length === 0}>
        <Settings settings={detail.settings} />
      </Fold>
      <Fold title="Events" isEmpty={detail.events.length === 0}>
        <Lines lines={detail.events} />
      </Fold>
    </div>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul class="lines">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

const Rules = ({ rules }: { rules: DecisionDetail["rules"] }) => (
  <table class="rules">
    <thead>
      <tr>
        <th scope="col">Rule</th>
        <th scope="col">Answer</th>
        <th scope="col">Why</th>
      </tr>
    </thead>
    <tbody>
      {rules.map(({ rule, answer, why }) => (
        <tr key={rule} class={answer.replace(" ", "-")}>
          <td>{rule}</td>
          <td>{answer}</td>
          <td class="why">{why}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Score = ({ parts }: { parts: NonNullable<DecisionDetail["score"]>["parts"] }) => (
  <table class="score">
    <thead>
      <tr>
        <th scope="col">Part</th>
        <th scope="col">Points</th>
        <th scope="col">Why</th>
      </tr>
    </thead>
    <tbody>
      {parts.map(({ name, points, of, why }) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="points-of">
            {points} of {of}
          </td>
          <td class="why">{why}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Settings = ({ settings }: { settings: DecisionDetail["settings"] }) => (
  <table class="settings">
    <thead>
      <tr>
        <th scope="col">Setting</th>
        <th scope="col">Value</th>
        <th scope="col">From</th>
      </tr>
    </thead>
    <tbody>
      {settings.map(({ name, value, from }) => (
        <tr key={name}>
          <td>{name}</td>
          <td class="value">{value}</td>
          <td class="why">{from}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
