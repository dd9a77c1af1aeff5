import { topic } from "./topics-table.js";

const workItems =
  "(?:tasks?|stories|story|items?|phases?|sections?|features?|issues?|steps|plans?|tickets|pages?|epics?|criteria)";
const someNumber = "(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|several|many|some|a few)";
/** Each with its topics, of which at least one must be present. */
export const named: readonly (readonly [needs: number, expression: RegExp, of?: "list"])[] = [
  [
    topic.left,
    new RegExp(
      `\\b(?:\\d+|one|two|three|four|five|several|many|some|few)\\s+(?:\\S+\\s+){0,3}?${workItems}\\b(?:\\s+\\S+){0,4}?\\s+(?:remain|remains|remaining|left|to go|pending|incomplete|unchecked|unfinished)\\b`,
    ),
  ],
  [
    topic.left,
    new RegExp(
      `\\b(?:\\d+|one|two|three|several|many|some|more)\\s+(?:\\S+\\s+)?(?:remaining|incomplete|unchecked|unfinished|pending|open)\\s+(?:\\S+\\s+)?${workItems}\\b`,
    ),
  ],
  [topic.left, new RegExp(`\\bmore\\s+(?:\\S+\\s+)?${workItems}\\s+remaining\\b`)],
  [
    topic.still,
    /\bstill\s+(?:\S+\s+)?(?:needs?|to be|to do|pending|missing|failing|incomplete|unfinished|outstanding|remains?)\b/,
  ],
  [topic.left, new RegExp(`\\b${workItems}\\s+\\S*\\d\\S*(?:\\s+\\S+){0,3}?\\s+remains?\\b`)],
  [
    topic.still,
    /\bstill (?:work|some work|\d+ (?:\S+ )?(?:tasks|tests|items))\b(?:\s+\S+){0,3}?\s+(?:left|to do|to be done|fail(?:s|ing)?)\b|\btests? still fail(?:s|ing)?\b/,
  ],
  [topic.left, /\bleft to (?:do|implement|fix|complete|finish)\b/],
  [
    topic.left,
    new RegExp(`\\b${someNumber}\\s+(?:more\\s+|other\\s+)?(?:(?!good|ready|set|free|on)\\S+\\s+)?to go\\b`),
    "list",
  ],
  [
    topic.left | topic.still,
    new RegExp(
      `\\b(?:still|there are|leaves|leaving)\\s+(?:still\\s+)?${someNumber}\\s+more\\s+(?:\\S+\\s+)?${workItems}\\b`,
    ),
    "list",
  ],
  [topic.not, new RegExp(`\\bnot (?:yet )?the (?:last|final) (?:\\S+ )?${workItems}\\b`), "list"],
  [topic.next, /\b(?:is|are|comes?|coming) up next\b|\bup next\s*(?::|is\b|are\b)|\bnext up\b/, "list"],
  [
    topic.not,
    /\bnot (?:yet )?(?:been )?(?:complete|completed|implemented|finished|done|started)(?: yet)?\b|\bnot (?:yet )?(?:fully )?(?:complete|implemented)\b/,
  ],
  [
    topic.left,
    /\byet to be (?:done|implemented|completed|written)\b|\b(?:is|are|remains?) (?:unfinished|incomplete)\b/,
  ],
  [
    topic.next,
    /\bnext (?:task|story|session|loop|iteration|section|priority|page)\b(?:\s+\S+)?\s*(?::|is\b|should|will|to\b|\()/,
  ],
  [topic.intent, /\b(?:will|i['’]ll|should) (?:continue|proceed|pick (?:it )?up)\b/],
  [
    topic.left,
    /\bwhat(?:['’]s| is)? (?:still )?(?:remains|left|missing)\b|\b(?:is|are|remains?) (?:still )?(?:pending|outstanding)\b|\b(?:is|are) (?:still )?left(?=[.,;!)]|$)/,
  ],
  [
    topic.next | topic.still,
    /\b(?:in|for) the next (?:loop|iteration|session|run)\b|\b(?:i|we) still (?:have|need) to\b/,
  ],
];

/** What a ratio may be about, in every language. */
export const ratioOfWork =
  /\b(?:complete|completed|done|stories|tasks|items|pages|finished|criteria)\b|aufgabe|punkt|schritt|erledigt|abgeschlossen|fertig|tarea|puntos|completad|terminad|tarefa|itens|conclu[ií]d|tâche|étape|points? sur|terminée?s?\b|attività|compit|punti|completat|задач|пункт|шаг|выполнен|заверш|任务|任務|[项項]|完成|タスク|完了|작업|항목|완료/;
export const label =
  /^(?:still )?(?:remaining(?: work| tasks| items| stories)?|left to do|to ?do|still to do|outstanding(?: work| tasks| items)?|unfinished|incomplete|not (?:yet )?done)\s*:\s*(.*)$/;
/** A heading or a line that introduces a list of remaining work. */
export const openList =
  /^\W*(?:what(?:['’]s| is) (?:left|remaining|missing)|remaining|left to do|to-?dos?|still (?:to do|open|missing)|outstanding|pending|not (?:yet )?(?:done|implemented|started|completed?)|incomplete|unfinished|(?:known )?gaps|open (?:items|tasks|points|work|stories|todos)|next (?:tasks|stories))\b[^.!?]{0,40}$/;
export const none =
  /\b(?:no|nothing|none|zero|0|without|any)\s+(?:[^\s,;]+\s+){0,3}?(?:remain|remains|remaining|left|pending|incomplete|unchecked|outstanding|open|work|tasks)\b/;
export const extra =
  /\b(?:optional|optionally|nice[- ]to[- ]have|future|if (?:you|desired|needed|wanted)|could be|follow-?ups?|enhancements?|suggest(?:ed|ion|ions)?)\b/;
/** Of something else: nobody asked for it. */
export const notAsked =
  /\b(?:not|n['’]t|never) (?:a )?part of (?:the|this|my|our) (?:task|story|ticket|request|work|job)\b|\bout of scope\b|\boutside (?:of )?(?:the|this) (?:scope|task)\b|\bnobody asked\b/;
export const scandinavian = /\bi mangler\b|kvarstår/;
