import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DecisionRow } from "./report-data.js";

/** What stands before the place in the address: nothing on a report, the run on the dashboard. */
export const LinkBase = createContext("");

/** The address of a task or a turn on this page. */
export function useLinks(): { readonly toRun: string; readonly to: (place: string) => string } {
  const base = useContext(LinkBase);
  return { toRun: `#${base}`, to: (place) => `#${base}${base === "" ? "" : "/"}${encodeURIComponent(place)}` };
}

/** "turn-36"; where several tasks are worked on at once, each has turns of its own: "turn-2-T3". */
export const placeOf = ({ n, iteration, unit, hadTurn }: DecisionRow): string =>
  !hadTurn ? `decision-${n}` : unit === null ? `turn-${iteration}` : `turn-${iteration}-${unit}`;

/** What the address names within the run; "" for nothing. */
export function readPlace(base: string): string {
  const text = location.hash.slice(1);
  if (base === "") return decode(text);
  return text.startsWith(`${base}/`) ? decode(text.slice(base.length + 1)) : "";
}

/** Somebody may have typed it. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
