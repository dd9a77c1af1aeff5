import type { ActionReply, DashboardProject, ListedRun } from "../../dashboard-state.js";
import { ConfirmButton } from "./confirm-button.js";
import { LiveView } from "./live-view.js";
import type { Act } from "./use-act.js";
import { WordsForm } from "./words-form.js";

interface ControlProps {
  readonly project: DashboardProject;
  readonly run: ListedRun;
  readonly act: Act;
  readonly reply: ActionReply | null;
}

/** What the newest run of a project does now, and what a person can do about it. */
export function ControlPanel({ project, run, act, reply }: ControlProps) {
  const { question, waitingWords, breaker } = project;
  const live = project.live?.run === run.run ? project.live : null;
  const canResume = live !== null || run.outcome !== "completed";
  return (
    <section class={`controls ${live ? "" : "ended"}`} aria-labelledby="controls-title">
      <h2 id="controls-title">{live ? "Now" : "Before you resume it"}</h2>
      {live && <LiveView live={live} />}
      {live && <Buttons state={live.state} act={act} />}
      {breaker.state !== "closed" && !live && (
        <p class="notice">
          The circuit breaker is {breaker.state}
          {breaker.reason ? `: ${breaker.reason}` : ""}.{" "}
          <ConfirmButton
            label="Reset breaker"
            confirm="Press again to close it"
            onConfirm={() => act("reset-breaker")}
          />
        </p>
      )}
      {project.canStart && !live && (
        <p class="buttons">
          {run.outcome !== "completed" && (
            <ConfirmButton label="Resume" confirm="Press again to resume the run" onConfirm={() => act("resume")} />
          )}
          <ConfirmButton label="Start a new run" confirm="Press again to start it" onConfirm={() => act("start")} />
          <span class="hint">as it is configured here: untildone run</span>
        </p>
      )}
      {question !== null && (
        <div class="question">
          <p>
            The agent asks: <q>{question}</q>
          </p>
          <WordsForm action="answer" label="Your answer, for its next prompt" act={act} />
        </div>
      )}
      {canResume && (
        <WordsForm
          action="tell"
          label={
            live
              ? "Tell the agent, in its next prompt"
              : "Tell the agent, in the first prompt after untildone run --resume"
          }
          act={act}
        />
      )}
      {waitingWords.length > 0 && <Waiting words={waitingWords} />}
      <p class={`reply ${reply?.ok === false ? "failed" : ""}`} role="status">
        {reply?.message ?? ""}
      </p>
    </section>
  );
}

function Buttons({ state, act }: { state: "running" | "pausing" | "paused" | "stopping"; act: Act }) {
  if (state === "stopping") return null;
  const isPausing = state !== "running";
  return (
    <p class="buttons">
      <button type="button" class="action" onClick={() => act(isPausing ? "continue" : "pause")}>
        {isPausing ? (state === "paused" ? "Continue" : "Do not pause") : "Pause"}
      </button>
      <ConfirmButton label="Stop" confirm="Press again to stop the run" tone="danger" onConfirm={() => act("stop")} />
      <span class="hint">both wait until the iteration has ended</span>
    </p>
  );
}

const Waiting = ({ words }: { words: readonly string[] }) => (
  <div class="waiting">
    <h3>In the next prompt</h3>
    <ul>
      {words.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </div>
);
