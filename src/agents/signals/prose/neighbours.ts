import type { Sentence } from "./sentences.js";

const takesBack =
  /^\W*(?:but|however|except|almost|nearly|not (?:quite|really|yet|so)|unfortunately|that said|well,|no,|wait|oops|then|just kidding)\b/;
/** A line that introduces foreign text, or text to be printed later. */
const leadsToOthers =
  /\b(?:prompt|instructions?|criteria|goal|example|expected|output|print|prints|says?|said|message|when|once|if|must|should|reply|respond|write|means|quote|conditions?|plan|the (?:log|readme|issue|ticket|spec))\b[^.!?]*[:：]$/;
const othersSection =
  /^[#\s*\d.]*(?:the )?(?:plan|instructions?|definition of done|goals?|objectives?|expected (?:output|results?)|examples?|prompt|rules|next(?: steps?)?|to-?dos?|(?:exit|completion|stop) (?:criteria|conditions?)|workflow|process|tests?(?: output| names?)?)[\s*:]*$/i;
/** A line of a test runner: "✓ all tasks complete (3 ms)", "ok 3 - all tasks complete". */
const testName = /^\W*[✓✔√×✗]\s+[a-z]|\(\d+(?:\.\d+)? ?m?s\)\s*$|^(?:not )?ok(?: \d+)? - /;

/**
 * Whether the context of a statement means it is not a claim: a lead-in to foreign text, a section of instructions, a
 * next sentence that takes it back, or the form of a test name.
 */
export function isUndone(sentences: readonly Sentence[], at: number): boolean {
  const sentence = sentences[at];
  if (!sentence || testName.test(sentence.text) || othersSection.test(sentence.section)) return true;
  return (
    leadsToOthers.test(sentences[at - 1]?.lower ?? "") ||
    (!sentence.heading && takesBack.test(sentences[at + 1]?.lower ?? ""))
  );
}
