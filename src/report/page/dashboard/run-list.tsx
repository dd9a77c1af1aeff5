import type { DashboardProject, ListedRun } from "../../dashboard-state.js";
import { formatTime, toneOf, wordOf } from "../format.js";
import type { Choice } from "./use-choice.js";

interface RunListProps {
  readonly projects: readonly DashboardProject[];
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
}

/** Every project with its runs, the newest first. */
export const RunList = ({ projects, chosen, onChoose }: RunListProps) => (
  <nav class="runs" aria-label="Runs">
    {projects.map((project) => (
      <section key={project.id}>
        <h2>{project.name}</h2>
        {project.runs.length === 0 && <NoRun isFleet={project.isFleet} />}
        <ul>
          {project.runs.map((run) => (
            <li key={run.run}>
              <RunButton
                run={run}
                isChosen={chosen?.project === project.id && chosen.run === run.run}
                onChoose={() => onChoose({ project: project.id, run: run.run })}
              />
            </li>
          ))}
        </ul>
        {project.olderRuns > 0 && <p class="quiet">{project.olderRuns} older: untildone history lists them</p>}
      </section>
    ))}
  </nav>
);

const NoRun = ({ isFleet }: { isFleet: boolean }) =>
  isFleet ? (
    <p class="quiet">No decision yet: its tasks wait, or their first iteration is going on.</p>
  ) : (
    <p class="quiet">
      No run yet. Start one with: <code>untildone run</code>
    </p>
  );

function RunButton({ run, isChosen, onChoose }: { run: ListedRun; isChosen: boolean; onChoose: () => void }) {
  const [tone, word] = describeRun(run);
  return (
    <button type="button" class="run-button" aria-current={isChosen ? "page" : undefined} onClick={onChoose}>
      <span class={`dot ${tone}`} aria-hidden="true" />
      <span class="word">{word}</span>
      <span class="facts">
        {run.iterations === 1 ? "1 iteration" : `${run.iterations} iterations`} · {formatTime(run.startedAt)}
      </span>
    </button>
  );
}

export function describeRun({ status, outcome, isPaused }: ListedRun): readonly [tone: string, word: string] {
  if (isPaused) return ["warn", "paused"];
  if (status === "running") return ["good pulse", "running"];
  if (status === "cut-off") return ["bad", "cut off"];
  return outcome === null ? ["calm", "not ended"] : [toneOf(outcome), wordOf(outcome)];
}
