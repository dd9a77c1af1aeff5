import type { DashboardProject } from "../../dashboard-state.js";
import { formatTime } from "../format.js";
import { describeRun } from "./run-list.js";

/** Every project in a line: first those that wait for a person, then those at work. */
export function Home({ projects }: { projects: readonly DashboardProject[] }) {
  const sorted = projects.toSorted((a, b) => rank(a) - rank(b));
  return (
    <section aria-labelledby="home-title">
      <h1 id="home-title">{describeAll(projects)}</h1>
      <ul class="home">
        {sorted.map((project) => (
          <Line key={project.id} project={project} />
        ))}
      </ul>
    </section>
  );
}

function Line({ project }: { project: DashboardProject }) {
  const [newest] = project.runs;
  const [tone, word] = newest ? describeRun(newest) : ["calm", "no run yet"];
  return (
    <li class={`claim case ${tone}`}>
      <h3>
        {newest ? <a href={`#${project.id}/${newest.run}`}>{project.name}</a> : project.name}
        <span class="pill">{word}</span>
        {newest && <span class="later">{formatTime(newest.lastAt)}</span>}
      </h3>
      <p class="cause">{needs(project) ?? project.live?.view.task ?? ""}</p>
    </li>
  );
}

/** Why a person should look; null if they need not. */
function needs({ question, acceptable, breaker, problem, runs }: DashboardProject): string | null {
  if (problem !== null) return problem;
  if (question !== null) return `The agent asks: ${question}`;
  if (acceptable.length > 0) return `Set aside for you: ${acceptable.slice(0, 8).join(", ")}`;
  if (breaker.state === "open") return `The circuit breaker is open${breaker.reason ? `: ${breaker.reason}` : ""}`;
  const outcome = runs[0]?.outcome ?? null;
  return outcome !== null && outcome !== "completed" ? "Its last run did not complete." : null;
}

const rank = (project: DashboardProject): number =>
  needs(project) !== null ? 0 : project.live ? 1 : project.runs.length > 0 ? 2 : 3;

function describeAll(projects: readonly DashboardProject[]): string {
  const count = (isMeant: (project: DashboardProject) => boolean): number => projects.filter(isMeant).length;
  return [
    `${count((project) => needs(project) !== null)} for you`,
    `${count(({ live }) => live !== null)} running`,
    `${projects.length === 1 ? "1 project" : `${projects.length} projects`}`,
  ].join(", ");
}
