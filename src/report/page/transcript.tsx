import type { DecisionDetail } from "../run-report/run-report.js";

/** What the agent said and did, a tool call in a line. */
export const Transcript = ({ detail: { transcript, log } }: { detail: DecisionDetail }) => (
  <>
    <ol class="transcript">
      {transcript.map(({ is, text }, at) => (
        <li key={at} class={is}>
          {text}
        </li>
      ))}
    </ol>
    {log !== null && <p class="quiet">All of it is in {log}</p>}
  </>
);
