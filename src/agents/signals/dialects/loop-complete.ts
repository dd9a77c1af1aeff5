import type { DialectDefinition, DialectReader } from "./found.js";

/** `LOOP_COMPLETE` as the whole last line of the message, outside a fence. */
const readLoopComplete: DialectReader = (lines) => {
  const at = lines.findLastIndex((line) => line.text.trim() !== "");
  if (lines[at]?.text.trim() !== "LOOP_COMPLETE") return [];
  const ignoredBecause = lines[at]?.fence === null ? null : "it is in a code fence";
  return [
    {
      dialect: "loop-complete",
      scope: "run",
      says: "complete",
      from: at,
      to: at,
      fields: {},
      answers: null,
      ignoredBecause,
    },
  ];
};

export const loopComplete: DialectDefinition = {
  name: "loop-complete",
  marks: ["loop_complete"],
  read: readLoopComplete,
};
