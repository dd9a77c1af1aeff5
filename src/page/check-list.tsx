import type { ReportedCheck } from "../report/run-report/run-report.js";

export function CheckList({ checks }: { checks: readonly ReportedCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul class="checks">
      {checks.map(({ name, state, required, detail, failing }) => (
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
          </span>
        </li>
      ))}
    </ul>
  );
}
