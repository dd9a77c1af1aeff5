import type { ReportedCheck } from "../run-report/run-report.js";

export function CheckList({ checks }: { checks: readonly ReportedCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul class="checks">
      {checks.map(({ name, state, required, detail, failing, failures = [], tail, fix }) => (
        <li key={name} class={state}>
          <span class="state">{state}</span>
          <span class="name">
            {name}
            {required ? "" : " (optional)"}
          </span>
          <span class="detail">
            {detail}
            <Failures failures={failures} />
            {failing.length > 0 && failures.length === 0 && (
              <ul class="failing">
                {failing.map((test) => (
                  <li key={test}>{test}</li>
                ))}
              </ul>
            )}
            {tail.length > 0 && <pre class="tail">{tail.join("\n")}</pre>}
            {fix !== null && <span class="fix">fix: {fix}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Each failing test with its message, and where it stands. */
const Failures = ({ failures }: { failures: NonNullable<ReportedCheck["failures"]> }) =>
  failures.length === 0 ? null : (
    <ul class="failing">
      {failures.map(({ test, place, message }) => (
        <li key={`${place} ${test}`}>
          <strong>{test}</strong>
          {place !== null && <span class="place"> {place}</span>}
          {message !== null && <span class="message">{message}</span>}
        </li>
      ))}
    </ul>
  );
