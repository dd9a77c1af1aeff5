import type { DecisionRow } from "./report-data.js";

export type ShownKind = DecisionRow["kind"];

/** What a turn came to, in the order of what matters most: where blocks are too close, the first is shown. */
export const kindWords: Readonly<Record<ShownKind, string>> = {
  tampering: "tests tampered with",
  refused: "claim refused",
  "set-aside": "set aside",
  "sent-back": "sent back",
  merged: "merged",
  confirmed: "confirmed",
  waiting: "waited",
  "no-claim": "no claim",
  "no-turn": "no turn",
};

export const kinds = Object.keys(kindWords) as readonly ShownKind[];
