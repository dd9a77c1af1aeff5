import type { Phrase } from "../../../decide/agent-report.js";
import { topic } from "./topics-table.js";

export interface Pattern {
  readonly name: string;
  readonly of: Phrase["of"];
  readonly expression: RegExp;
  /** The topics that all must be present for a match. */
  readonly needs: number;
  /** Topics of which at least one must be present. */
  readonly needsOneOf?: number;
  /** Words in the match that make it about a part of the work. */
  readonly unless?: RegExp;
}

// Tokens are always `\s+\S+` with small bounds, so no expression can be slow on any text.
export const done =
  "(?:complete|completed|done|finished|implemented|closed|fulfilled|satisfied|resolved|ticked|checked off)";
const some = "(?:\\s+\\S+){0,8}?";
const workItems =
  "(?:tasks?|stories|items?|requirements|to-?dos?|work|steps|features|objectives|goals|subtasks|tickets|boxes|checkboxes|deliverables|user stories|plans)";
const wholeThings =
  "(?:implementation|project|work|feature|fix|migration|refactor|refactoring|backend|frontend|application|app|prd|assignment|job|issue|bug ?fix|everything|integration|port)";
const parts =
  /\b(?:plan|phase|session|sprint|milestone|step|section|loop|iteration|stage|part|draft|document|documentation|report|analysis|review|batch|cluster|round|half|epic|first|setup|design|tests?|critical|mvp|core|basic|most)\b|\bplanned for\b/;

export const patterns: readonly Pattern[] = [
  {
    name: "all tasks complete",
    needs: topic.every,
    needsOneOf: topic.done | topic.settled,
    of: "whole",
    expression: new RegExp(`\\b(?:all|every|each)\\b${some}\\s+${workItems}\\b,?${some}\\s+(?:${done}|met)\\b`),
    unless: /\b(?:phase|session|sprint|milestone|section|iteration|critical|of these|this loop)\b/,
  },
  {
    name: "implementation finished",
    needs: topic.done,
    of: "whole",
    expression: new RegExp(
      `\\b${wholeThings}\\b(?:\\s+\\S+){0,5}?\\s+(?:is|are|was|has been|have been|now)(?:\\s+\\S+){0,4}?\\s+${done}\\b|\\b(?:implementation|project|work|feature|everything)\\s+(?:fully\\s+|successfully\\s+)?(?:complete|completed|done|finished)\\b`,
    ),
    unless: parts,
  },
  {
    name: "completed all",
    needs: topic.done,
    of: "whole",
    expression:
      /\b(?:i|we)(?:['’]ve| have)?\s+(?:now\s+|successfully\s+|fully\s+)*(?:completed|finished|implemented)\s+(?:everything|all|the (?:entire|whole|full|requested|assigned|comprehensive|issue|task|assignment|work))\b/,
    unless: parts,
  },
  {
    name: "all done",
    needs: topic.every | topic.done,
    of: "whole",
    expression: /^\W*(?:done[.!,]?\s+)?all done(?=\W*$|[.!,])/,
  },
  {
    name: "ready for review",
    needs: topic.ready,
    of: "whole",
    expression:
      /\bready (?:for|to) (?:code |final |human |your |peer |merge|be merged|ship|release)?\s?(?:review|merge|ship|release)?\b/,
    unless: /\bready (?:for|to)\s*$/,
  },
  {
    name: "no remaining work",
    needs: topic.nothing,
    of: "whole",
    expression:
      /\bno (?:remaining|outstanding|further|more|open|pending|unfinished|other) (?:work|tasks?|items?|stories|to-?dos?|steps)\b|\bnothing (?:else )?(?:left|remains|remaining|more) (?:to (?:do|implement|be done))?|\bno (?:work|tasks?|items?|stories) (?:left|remain|remaining)\b/,
  },
  {
    name: "all acceptance criteria met",
    needs: topic.criteria | topic.every,
    of: "whole",
    expression: new RegExp(
      `\\b(?:all|every|each)\\b(?:\\s+\\S+){0,5}?\\s+(?:acceptance |exit |success )?criteri(?:a|on)\\b${some}\\s+(?:met|satisfied|fulfilled|verified|complete|completed|done|pass|passed|addressed)\\b`,
    ),
  },
  {
    name: "tests pass",
    needs: topic.tests | topic.passes,
    of: "tests",
    expression:
      /\b(?:all|the|\d+)\b(?:\s+\S+){0,4}?\s+tests?\b(?:\s+\S+){0,3}?\s+pass(?:ing|ed|es)?\b|\btests? (?:are |is )?(?:now |all )?pass(?:ing|ed)\b/,
  },
];

/** A task, by its name or just "the task". */
const generic = "(task|story|ticket|subtask|user story)";
const ident = "(\\S*\\d\\S*)";
const namedTask =
  "((?:task|story|ticket|issue|item|plan|user story)\\s+#?[\\w.-]*\\d[\\w.-]*|[a-z]{1,10}-?\\d+(?:[.-]\\d+)*)";
export const units: readonly RegExp[] = [
  `\\b(?:(?:the|this|my|your)\\s+(?:current\\s+|assigned\\s+|requested\\s+)?${generic}(?:\\s+(?:for\\s+)?${ident})?|${namedTask})(?:[:)]\\S*)?(?:\\s+\\S+){0,6}?\\s+(?:is|are|was|has been|now)(?:\\s+\\S+){0,4}?\\s+(?:${done}|verified as complete)\\b`,
  `^\\W*(?:${generic}(?:\\s+${ident})?|${namedTask})\\s*[:—–-]?\\s*(?:complete|completed|done|finished)\\b(?!\\s+\\w)`,
  `(?:^|\\b(?:i|we|i['’]ve|have|successfully)\\s+)\\W*(?:completed|finished|closed)\\s+(?:(?:the|this|my)\\s+(?:current\\s+)?${generic}(?:\\s+${ident})?|${namedTask})(?=[\\s.,:!)]|$)`,
].map((source) => new RegExp(source));
