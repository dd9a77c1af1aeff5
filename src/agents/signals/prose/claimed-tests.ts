import type { TestClaim } from "../../../decide/agent-report.js";
import type { Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

const words: readonly (readonly [RegExp, TestClaim])[] = [
  [/^(?:pass|passing|passed|green|ok)\b/, "pass"],
  [/^(?:fail|failing|failed|red)\b/, "fail"],
  [/^(?:skip|skipped|not[_ ]run|none)\b/, "skip"],
  [/^(?:mixed|partial)\b/, "mixed"],
];
const passes =
  /\btests?\b[^.!?\n]{0,40}\bpass(?:es|ed|ing)?\b|\b\d+ (?:tests? )?pass(?:ed|ing)\b|\bpass(?:es|ed|ing)? all (?:\S+ )?tests\b/;
const fails =
  /\b(?:tests?|suites?)\b[^.!?\n]{0,30}\bfail(?:s|ed|ing|ures?)?\b|\b[1-9]\d* (?:\S+ )?(?:tests? )?fail(?:ed|ing|ures?)\b/;
const clean =
  /\b(?:no|0|zero|without|none|any|never)\b[^.!?\n]{0,20}\bfail|\bfail\w*\s*[:=]\s*0\b|\bpre-?existing\b|\bunrelated\b|\b(?:fix|fixed|was|were|if|when|initial(?:ly)?|earlier|previous(?:ly)?|original(?:ly)?|first)\b[^.!?\n]{0,20}\bfail/;
const skipped =
  /\btests? (?:were |was |are |have )?not (?:been )?(?:run|executed)\b|\bdid not run (?:the )?tests\b|\bno tests (?:were )?run\b/;

/** What the agent says about the tests: in its status field, otherwise in its prose. Only a claim, never evidence. */
export function readClaimedTests(field: string | undefined, sentences: readonly Sentence[]): TestClaim {
  if (field !== undefined) return words.find(([expression]) => expression.test(field.toLowerCase()))?.[1] ?? "unknown";
  let pass = false;
  let fail = false;
  let skip = false;
  for (const { lower: text, topics } of sentences) {
    skip ||= touchesAny(topics, topic.tests) && touchesAny(topics, topic.not | topic.nothing) && skipped.test(text);
    fail ||= touchesAny(topics, topic.fails) && fails.test(text) && !clean.test(text);
    pass ||=
      touchesAny(topics, topic.passes) &&
      passes.test(text) &&
      !/\b(?:not|n['’]t|if|when|once|until|should|must|will|to)\b[^.!?\n]{0,40}\bpass/.test(text);
  }
  if (pass && fail) return "mixed";
  if (pass) return "pass";
  return fail ? "fail" : skip ? "skip" : "unknown";
}
