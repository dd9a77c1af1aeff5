import { useEffect, useRef, useState } from "preact/hooks";
import { type ReportData, readReport } from "../report-data.js";

export interface WantedReport {
  readonly project: number;
  readonly run: string;
  /** Null: there is nothing to report yet. */
  readonly version: string | null;
}

/** Building the report of a long run keeps a processor busy for seconds. */
const restFactor = 3;

/** The report of a run, and again when it changed. The one before stays until then. */
export function useReport({ project, run, version }: WantedReport): {
  data: ReportData | null;
  problem: string | null;
} {
  const [data, setData] = useState<ReportData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const queue = useRef(Promise.resolve());
  useEffect(() => {
    if (version === null) return;
    let isWanted = true;
    const load = async (): Promise<void> => {
      if (!isWanted) return; // There is a newer one.
      const startedAt = performance.now();
      try {
        setData(await fetchReport(project, run));
        setProblem(null);
      } catch (error) {
        setProblem(String(error));
      }
      await rest(restFactor * (performance.now() - startedAt));
    };
    queue.current = queue.current.then(load);
    return () => {
      isWanted = false;
    };
  }, [project, run, version]);
  return { data, problem };
}

const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

async function fetchReport(project: number, run: string): Promise<ReportData> {
  const reply = await fetch(`report?${new URLSearchParams({ project: String(project), run })}`);
  const text = await reply.text();
  if (!reply.ok) throw text.trim();
  return readReport(text);
}
