import { useEffect } from "preact/hooks";
import type { DashboardProject, ListedRun } from "../../dashboard-state.js";
import type { ReportedTask } from "../../run-report/run-report.js";
import { showInTab } from "../icon.js";
import { LinkBase } from "../links.js";
import { ReportSections } from "../report-sections.js";
import { ThemeToggle } from "../theme-toggle.js";
import { ConfirmButton } from "./confirm-button.js";
import { ControlPanel } from "./control-panel.js";
import { Home } from "./home.js";
import { describeRun, RunList } from "./run-list.js";
import { useAct } from "./use-act.js";
import { useChoice } from "./use-choice.js";
import { type Connection, useDashboard } from "./use-dashboard.js";
import { useReport } from "./use-report.js";

export function DashboardPage() {
  const { state, connection } = useDashboard();
  const projects = state?.projects ?? [];
  const [chosen, choose] = useChoice(projects);
  const project = projects.find(({ id }) => id === chosen?.project);
  const run = project?.runs.find((each) => each.run === chosen?.run);
  return (
    <>
      <header class="top">
        <a class="brand" href="#home">
          untildone
        </a>
        <span class="run">{project && run ? `${project.name} · run ${run.run}` : "dashboard"}</span>
        <ThemeToggle />
      </header>
      <div class="frame">
        <RunList projects={projects} chosen={chosen} onChoose={choose} />
        <main>
          <ConnectionNote connection={connection} />
          {project?.problem && (
            <p class="problem" role="note">
              {project.problem}
            </p>
          )}
          {project && run ? (
            <RunView key={`${project.id}/${run.run}`} project={project} run={run} />
          ) : projects.some(({ runs }) => runs.length > 0) ? (
            <Home projects={projects} />
          ) : (
            <Nothing isLoaded={state !== null} />
          )}
        </main>
      </div>
    </>
  );
}

const ConnectionNote = ({ connection }: { connection: Connection }) =>
  connection === "lost" ? (
    <p class="problem" role="alert">
      The dashboard does not answer: this page shows what it knew. Start it again with: untildone dashboard
    </p>
  ) : null;

const Nothing = ({ isLoaded }: { isLoaded: boolean }) =>
  isLoaded ? (
    <section class="hero calm">
      <h1>No run yet</h1>
      <p>This page shows the first one as soon as it starts.</p>
    </section>
  ) : (
    <Waiting text="Loading the runs …" />
  );

/** The heading of a page that has nothing else yet. */
const Waiting = ({ text }: { text: string }) => (
  <div role="status">
    <h1 class="loading">{text}</h1>
  </div>
);

function RunView({ project, run }: { project: DashboardProject; run: ListedRun }) {
  const live = project.live?.run === run.run ? project.live.state : "";
  const { act, reply } = useAct(project.id, live);
  const [tone, word] = describeRun(run);
  const tab = tone.startsWith("good") ? "good" : (tone as "warn" | "bad" | "calm");
  useEffect(() => showInTab(`${word} · ${project.name} · untildone`, tab), [word, tab, project.name]);
  const { data, problem } = useReport({ project: project.id, run: run.run, version: run.version });
  const isNewest = project.runs[0]?.run === run.run;
  const needsPanel = !project.isFleet && (project.live?.run === run.run || (isNewest && project.live === null));
  const acceptAction = ({ id }: ReportedTask) =>
    isNewest && !project.isFleet && project.live === null && project.acceptable.includes(id) ? (
      <div>
        <ConfirmButton
          label={`Accept ${id}`}
          confirm={`Press again: ${id} is done, on your word`}
          onConfirm={() => act("accept", id)}
        />
      </div>
    ) : null;
  return (
    <>
      {needsPanel && <ControlPanel project={project} run={run} act={act} reply={reply} />}
      {problem !== null && (
        <p class="problem" role="note">
          {problem}
        </p>
      )}
      {run.version === null && <Waiting text="The report of this run begins with its first decision." />}
      {!data && run.version !== null && problem === null && <Waiting text="Loading the report …" />}
      {data && (
        <LinkBase.Provider value={`${project.id}/${run.run}`}>
          <ReportSections source={data} isPrinting={false} taskAction={acceptAction} />
        </LinkBase.Provider>
      )}
    </>
  );
}
