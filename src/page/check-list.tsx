import type { ReportedCheck } from "../report/run-report/run-report.js";

export function CheckList({ checks }: { checks: readonly ReportedCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul class="checks">
      {checks.map(({ name, state, required, detail, failing, tail, fix }) => (
        <li key={name} class={state}>
          <span class="state">{state}</span>
          <span class="name">
            {name}
            {required ? "" : " (optional)"}
          </span>
          <span class="detail">
            {detail}
            {failing.length > 0 && (
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
