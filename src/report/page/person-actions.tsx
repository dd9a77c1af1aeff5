import type { ReportedAction } from "../run-report/run-report.js";
import { formatTime } from "./format.js";

export function PersonActions({ actions }: { actions: readonly ReportedAction[] }) {
  if (actions.length === 0) return null;
  return (
    <section aria-labelledby="person-title">
      <h2 id="person-title">
        What a person did <span class="count">{actions.length}</span>
      </h2>
      <ol class="actions">
        {actions.map(({ n, at, text }) => (
          <li key={n}>
            <time dateTime={at}>{formatTime(at)}</time> <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
