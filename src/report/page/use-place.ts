import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import { LinkBase, placeOf, readPlace } from "./links.js";
import type { ReportData } from "./report-data.js";

export interface ShownPlace {
  /** The task whose page is shown; null for the whole run. */
  readonly task: string | null;
  /** The position of the chosen decision. */
  readonly selected: number;
  readonly select: (at: number) => void;
  /** What the address names and nobody knows. */
  readonly unknown: string | null;
}

/**
 * What is looked at. It stands in the address, so that it can be sent to somebody and survives a reload. As long as the
 * last decision is chosen, it stays the last one while others are added.
 */
export function usePlace({ tasks, decisions }: ReportData["report"]): ShownPlace {
  const base = useContext(LinkBase);
  const [name, setName] = useState(() => readPlace(base));
  const [selected, setSelected] = useState(() => Math.max(0, findTurn(decisions, name) ?? decisions.length - 1));
  const count = useRef(decisions.length);
  useEffect(() => {
    const onChange = (): void => setName(readPlace(base));
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, [base]);
  useEffect(() => {
    const at = findTurn(decisions, name);
    if (at === null) return;
    setSelected(at);
    document.getElementById("iterations")?.scrollIntoView();
    document.getElementById("timeline")?.focus({ preventScroll: true });
  }, [name]);
  useEffect(() => {
    const last = count.current - 1;
    count.current = decisions.length;
    setSelected((at) => (at === last || at >= decisions.length ? decisions.length - 1 : at));
  }, [decisions.length]);
  const select = useCallback(
    (at: number) => {
      const to = Math.max(0, Math.min(decisions.length - 1, at));
      setSelected(to);
      const row = decisions[to];
      if (row) history.replaceState(null, "", `#${base}${base === "" ? "" : "/"}${encodeURIComponent(placeOf(row))}`);
    },
    [decisions, base],
  );
  const task = tasks.find(({ id }) => id === name)?.id ?? null;
  const isKnown = name === "" || task !== null || findTurn(decisions, name) !== null;
  return { task, selected, select, unknown: isKnown ? null : name };
}

function findTurn(decisions: ReportData["report"]["decisions"], name: string): number | null {
  if (!/^(?:turn|decision)-\d/.test(name)) return null;
  const at = decisions.findLastIndex((row) => placeOf(row) === name);
  return at < 0 ? null : at;
}
