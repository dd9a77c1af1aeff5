import { tasksDoneBy } from "../../decide/tasks-done.js";
import { duration } from "../../lib/text/duration.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import { judgeTasks } from "../../run/loop/summarize-proof.js";
import type { DecisionRecord } from "../../store/record.js";
import { isUnitDone } from "../../store/units.js";
import { checkLabel } from "../check-labels.js";
import { type NameTask, nameInText } from "../name-task.js";
import { sayTests, sayVerdict, sayWork } from "../plain-words.js";

/** A line of a turn; `is` says how it is painted. */
export interface TurnLine {
  readonly is: "did" | "said" | "good" | "bad" | "note" | "more";
  readonly text: string;
}

/** What the agent does and what the checks say, as it happens; null for events that others put in words. */
export function sayResult(event: RunEvent): readonly TurnLine[] | null {
  switch (event.type) {
    case "agent-activity":
      return [{ is: "did", text: `${event.does} ${event.what}` }];
    case "agent-message":
      return [{ is: "said", text: `"${event.text}"` }];
    case "agent-end":
      return [{ is: "note", text: `${event.agent} ${event.how}, ${duration(event.seconds)}` }];
    case "check-end":
      return sayCheck(event);
    case "agent-output":
      return event.line === null ? [] : [{ is: "said", text: event.line }];
    default:
      return null;
  }
}

/** "tests 31 → 32 pass". */
function sayCheck({ evidence }: Extract<RunEvent, { type: "check-end" }>): readonly TurnLine[] {
  if (!evidence) return [];
  const { name, state, detail = "", required } = evidence;
  const counted = sayTests(evidence)[0];
  if (state === "holds" && counted) return [{ is: "good", text: counted }];
  const words = state === "holds" ? "passes" : state === "fails" ? "fails" : "unknown";
  const is = state === "holds" ? "good" : required && state === "fails" ? "bad" : "note";
  return [
    { is, text: `${checkLabel(name)} ${words}${detail === "" ? "" : `: ${detail.split("\n", 1)[0]}`}` },
    ...(evidence.tail ?? []).slice(-5).map((text) => ({ is: "more" as const, text: `  ${text}` })),
  ];
}

/** What was decided: the sentence first, then the points behind it. */
export function sayOutcome(record: DecisionRecord, name: NameTask): readonly TurnLine[] {
  const { decision, about, unit } = record;
  if (about) return [sayMerge(record, name)];
  const { head, text, points } = sayVerdict(record, name);
  const done = sayDone(record, name);
  const isRefused = head.endsWith("refused");
  if (unit !== undefined && isUnitDone(record, unit)) return [{ is: "good", text: `${name(unit)} is ready to merge` }];
  if (done.length > 0 && decision.outcome === null) return done;
  return [
    ...(decision.outcome === "completed" ? done : []),
    {
      is: decision.outcome === "completed" ? "good" : isRefused || decision.outcome ? "bad" : "note",
      text: `${head}: ${nameInText(text, name)}`,
    },
    ...points.map((point) => ({ is: "more" as const, text: `  ${nameInText(point, name)}` })),
  ];
}

/** "T2 confirmed: 2 files, tests 31 → 32 pass". */
function sayDone(record: DecisionRecord, name: NameTask): readonly TurnLine[] {
  const ids = new Set(tasksDoneBy(record.decision));
  const work = sayWork(record);
  return judgeTasks(record)
    .filter(([id]) => ids.has(id))
    .map(([id, judged]) => {
      const doubt =
        judged === "forced" ? "done on your word" : "why" in judged ? `done, not proven (${judged.why})` : null;
      return { is: "good", text: `${name(id)} ${doubt ?? "confirmed"}${work === "" ? "" : `: ${work}`}` };
    });
}

/** A decision of the run about a task that was worked on beside others. */
function sayMerge({ decision, about, after }: DecisionRecord, name: NameTask): TurnLine {
  const unit = about?.unit ?? "";
  if (about?.is === "merged") return { is: "good", text: `${name(unit)} confirmed and merged` };
  const reason = after.setAside?.find(({ task }) => task === unit)?.reason ?? decision.reason;
  return { is: "bad", text: `${name(unit)} ${about?.is === "sent-back" ? "sent back" : "set aside"}: ${reason}` };
}
