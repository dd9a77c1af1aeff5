import { useEffect, useRef, useState } from "preact/hooks";
import { type ReportData, readReport } from "../report-data.js";

export interface Wanted {
  readonly project: number;
  readonly run: string;
  /** Null: there is nothing to report yet. */
  readonly version: string | null;
}

/** The report of a run, and again when it changed. The one before stays until then. */
export function useReport({ project, run, version }: Wanted): { data: ReportData | null; problem: string | null } {
  const [data, setData] = useState<ReportData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef(0);
  const shown = useRef(0);
  useEffect(() => {
    if (version === null) return;
    const turn = ++asked.current;
    fetchReport(project, run)
      .then((loaded) => {
        if (turn < shown.current) return; // A newer one was faster.
        shown.current = turn;
        setData(loaded);
        setProblem(null);
      })
      .catch((error: unknown) => setProblem(String(error)));
  }, [project, run, version]);
  return { data, problem };
}

async function fetchReport(project: number, run: string): Promise<ReportData> {
  const reply = await fetch(`report?${new URLSearchParams({ project: String(project), run })}`);
  const text = await reply.text();
  if (!reply.ok) throw text.trim();
  return readReport(text);
}
