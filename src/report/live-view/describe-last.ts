import type { DecisionRecord } from "../../store/record.js";
import { isUnitDone } from "../../store/units.js";
import { byTitle, nameInText } from "../name-task.js";
import { plainReason, sayReason } from "../plain-words.js";
import type { ViewState } from "./view-state.js";

/** Beside the task's name. */
export function describeForUnit(record: DecisionRecord, unit: string): string {
  const { decision, about, after } = record;
  if (!about) return isUnitDone(record, unit) ? "done, ready to merge" : firstPoint(record);
  switch (about.is) {
    case "merged":
      return "merged";
    case "sent-back":
      return `sent back: ${afterColon(decision.reason)}`;
    default:
      return `set aside: ${after.setAside?.find(({ task }) => task === unit)?.reason ?? firstPoint(record)}`;
  }
}

const afterColon = (text: string): string => text.slice(text.indexOf(": ") + 2);

/** The decision itself, without its further points. */
const firstPoint = (record: DecisionRecord): string => sayReason(record)[0] ?? "";

/** Tasks go by their titles, where a number alone would read as a count. */
export function describeLast(record: DecisionRecord, titles: ViewState["titles"]): string {
  const { setAside } = record.decision;
  if (setAside) return plainReason(setAside.reason);
  return nameInText(firstPoint(record), byTitle({ get: (id) => titles[id] }));
}

const maxTitles = 100;

export function addTitle(titles: ViewState["titles"], id: string, title: string): ViewState["titles"] {
  const others = Object.entries(titles).filter(([each]) => each !== id);
  return Object.fromEntries([...others.slice(1 - maxTitles), [id, title.slice(0, 60)]]);
}
