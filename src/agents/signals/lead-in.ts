import type { MessageLine } from "./lines.js";
import { instructsElsewhere } from "./other-languages.js";

/**
 * Why the text before a status makes it an instruction or an example: "When finished, output:". The agent's own "Here
 * is my status:" does not.
 */
export function instructedBecause(lines: readonly MessageLine[], at: number): string | undefined {
  const lead = leadIn(lines, at);
  if (lead === undefined || !mayInstruct.test(lead)) return undefined;
  if (/\b(?:i|i'm|i'll|i've|let me|my|here's|here is|here are)\b/i.test(lead)) return undefined;
  if (ofOthers.test(lead)) return "it is output that others are to print";
  if (/\bnow\b/i.test(lead)) return undefined;
  if (isExample.test(lead)) return "it is given as an example";
  if (isInstruction.test(lead) || (/[:：]\**$/.test(lead) && instructsElsewhere(lead)))
    return "it is given as an instruction";
  return undefined;
}

/** An instruction ends in a colon, or says what to do with the text below. */
const mayInstruct = /[:：]\**$|\b(?:you|must|should|please|below|following|this)\b/i;
/** "Agents now end with:", "The loop prints:": describes the output of another program. */
const ofOthers =
  /\b(?:agents?|claude|codex|ralph|llm|model|loop|harness|script|users?|workers?)(?:\s+(?:now|then|always|must|should|will|can|has to))*\s+(?:ends?|outputs?|prints?|emits?|repl(?:y|ies)|responds?|reports|returns?|writes?|produces?)\b[^.!?]*:\**$/i;
const isExample =
  /\b(?:for example|example|e\.g\.|sample|expected|such as|template|like this|format(?:ted)?)\b[^.!?]*:\**$/i;
const order = "(?:output|print|reply|respond|emit|return|include|write|add|use|say|end)";
const isInstruction = new RegExp(
  [
    "^\\W*(?:when|whenever|if|once|only|otherwise|never)\\b.*:\\**$",
    `^\\W*(?:\\d+[.)]\\s+)?(?:(?:then|finally|always|at the end|after|to)\\b[^:]*?,?\\s+)?${order}\\b(?:\\s+\\S.*)?:\\**$`,
    `\\b(?:you|must|should|please)\\b.*\\b${order}\\b[^.!?]*:?\\**$`,
    "\\b(?:print|reply with|respond with|emit|output(?=\\s+(?!for\\b|of\\b)\\w))\\b[^.!?]*:\\**$",
    `^\\W*(?:\\d+[.)]\\s+)?${order}\\b.*\\b(?:below|following|this)\\b`,
  ].join("|"),
  "i",
);

function leadIn(lines: readonly MessageLine[], at: number): string | undefined {
  for (let before = at - 1; before >= Math.max(0, at - 4); before--) {
    const line = lines[before];
    if (!line || line.isFence || line.text.trim() === "") continue;
    const text = line.text.trim().slice(-400);
    if (!mayInstruct.test(text)) return undefined;
    return text.split(/(?<=[.!?])\s+/).at(-1); // In "I added a section. Agents now end with:" only the last sentence is the lead-in.
  }
  return undefined;
}
