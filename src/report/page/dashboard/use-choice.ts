import { useEffect, useState } from "preact/hooks";
import type { DashboardProject } from "../../dashboard-state.js";

/** A run of a project. */
export interface Choice {
  readonly project: number;
  readonly run: string;
}

const parseHash = (hash: string): Choice | null => {
  const [, project, run] = /^#(\d+)\/([\w-]+)(?:\/|$)/.exec(hash) ?? [];
  return project === undefined || run === undefined ? null : { project: Number(project), run };
};

/** The run in the address of the page, so that back, forward and reload work; else the one that matters most. */
export function useChoice(projects: readonly DashboardProject[]): readonly [Choice | null, (choice: Choice) => void] {
  const [hash, setHash] = useState(location.hash);
  const named = parseHash(hash);
  useEffect(() => {
    const onChange = (): void => setHash(location.hash);
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  const isThere = projects.some(({ id, runs }) => id === named?.project && runs.some(({ run }) => run === named.run));
  const choose = ({ project, run }: Choice): void => {
    location.hash = `${project}/${run}`;
  };
  return [isThere ? named : hash === "#home" ? null : suggest(projects), choose];
}

/** One that is going on, or the newest. */
function suggest(projects: readonly DashboardProject[]): Choice | null {
  const newest = projects.flatMap(({ id, runs }) => runs.slice(0, 1).map((run) => ({ ...run, project: id })));
  const [first] = newest.toSorted((a, b) => rank(b).localeCompare(rank(a)));
  return first ? { project: first.project, run: first.run } : null;
}

const rank = ({ status, lastAt }: { status: string; lastAt: string }): string =>
  `${status === "running" ? 1 : 0} ${lastAt}`;
