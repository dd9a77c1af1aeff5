import { isAsserted } from "./guards.js";
import type { Sentence } from "./sentences.js";
import { touchesAny } from "./topics.js";
import { topic } from "./topics-table.js";

// Strict where `phrases.ts` is broad: a phrase is one indicator among others, but a claim in prose stands alone. So
// this lists the words that are allowed around a statement, not the forbidden ones: "all high-priority tasks", "the
// migration script", "95 % complete" and "the log prints: all tasks complete" fail because they are not on the list.
const adverbs =
  "(?:\\s+(?:now|fully|already|successfully|completely|entirely|finally|all|100%|(?:implemented|tested|verified|coded)(?:,| and)))*";
const done =
  "(?:complete|completed|done|finished|implemented|closed|fulfilled|satisfied|resolved|ticked|checked(?: off)?|made|applied|met|taken care of)";
const whichever =
  "(?:\\s+(?:of|the|my|your|our|its|\\d+(?:\\/\\d+)?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|requested|required|assigned|planned|remaining|outstanding|pending|open|listed|defined|specified|given|original|necessary|individual|user|prd|project|implementation|development|coding|functional)){0,5}";
const items =
  "(?:tasks|stories|items?|task|story|requirements?|to-?dos?|work|steps|features|objectives|goals|tickets|box(?:es)?|checkbox(?:es)?|deliverables|changes|fixes|phases|milestones|epics|stages|sprints|modules)";
const things = "(?:implementation|project|work|application|app|prd|assignment|job|task)";
const place =
  "(?:\\s+(?:in|from|of|on|for|listed|defined|specified|described|required|requested)(?:\\s+[^\\s,;]+){1,6}?)?";
const asGiven =
  "(?:\\s+(?:described|requested|required|specified|outlined|asked for|itself))?(?:\\s+(?:for|in|from|by|of)\\s+(?:the\\s+|this\\s+|your\\s+)?(?:issue|prd|task|ticket|request|project|prompt|spec|specification|feature|\\S+\\.(?:md|json)|#\\d+)){0,2}";
const is = "(?:\\s+(?:is|are|was|were|has been|have been|have all been|had been|now))";
/** Acceptance criteria, definition of done: what the work is measured by. */
const criteria =
  "(?:(?:acceptance|exit|success|completion|definition[ -]of[ -]done|dod|done)\\s+(?:criteria|criterion|items|conditions|requirements)|criteria)";
const nothingLeft =
  "(?:nothing\\s+is\\s+(?:still\\s+)?(?:pending|outstanding)|nothing(?:\\s+(?:else|more|further|left))?(?:\\s+for\\s+me)\\s+to\\s+(?:do|implement|fix)|nothing(?:\\s+(?:else|more|further)\\s+to\\s+(?:do|implement|fix)|(?:\\s+(?:else|more|further))?\\s+(?:is\\s+|was\\s+)?(?:left|remains|remaining)(?:\\s+to\\s+(?:do|implement|complete|fix))?)|no\\s+(?:(?:more|further|remaining|outstanding|open|pending|unfinished|incomplete|other|additional)\\s+){1,2}(?:work|tasks?|stories|items|steps|to-?dos)(?:\\s+(?:left|remain|remains|remaining|to do|to be done|is needed|is required|needed|required))?|(?:no|0|zero)\\s+(?:work|tasks?|stories|items|steps|to-?dos)\\s+(?:are\\s+|is\\s+)?(?:left|remain|remains|remaining|outstanding|pending))";

/** What a statement about the whole is about: all items, one thing that may be the whole, nothing left, or criteria. */
export type WholeClaim = "all" | "thing" | "nothing" | "criteria";

/**
 * Each with a word it requires, if there is one. We search for that first, because building the expressions is
 * expensive.
 */
const statements: readonly (readonly [of: WholeClaim, expression: RegExp, word: string])[] = (
  [
    [
      "all",
      `\\b(?:all|every|each)${whichever}\\s+${items}\\b${place}(?:\\s+\\([^()]{0,80}\\))?${is}?${adverbs}\\s+${done}\\b`,
    ],
    ["thing", `\\b${things}${asGiven}${is}${adverbs}\\s+${done}\\b`],
    [
      "thing",
      "\\b(?:backlog|(?:task|to-?do) list|plan|roadmap|checklist)\\s+(?:is|was|has been)(?:\\s+(?:now|fully|all|completely|entirely))*\\s+(?:implemented|carried out|executed|worked (?:off|through)|cleared|ticked off|delivered)\\b",
    ],
    [
      "thing",
      "\\b(?:implementation|project|prd|task)\\s+(?:fully\\s+|successfully\\s+)?(?:complete|completed|finished)\\b",
    ],
    ["all", `\\beverything(?:\\s+\\S+){0,6}?${is}${adverbs}\\s+${done}\\b`, "everything"],
    [
      "thing",
      `\\b(?:i|we)(?:['’]ve| have)?\\s+(?:now\\s+|successfully\\s+|fully\\s+)*(?:completed|finished|implemented)\\s+(?:everything|all${whichever}\\s+${items}|the\\s+(?:(?:entire|whole|full|requested|assigned|comprehensive)\\s+\\S+|${things}))\\b`,
    ],
    [
      "all",
      "^\\W*(?:that|this) (?:completes|concludes|finishes|wraps up) (?:the|this|our) (?:whole |entire )?(?:project|implementation|work|backlog|(?:task |to-?do )?list|plan)\\b",
      "",
    ],
    [
      "all",
      `\\ball${whichever}\\s+issues\\b${is}?${adverbs}\\s+(?:complete|completed|implemented|closed)\\b`,
      "issues",
    ],
    ["nothing", `\\b${nothingLeft}\\b`],
    [
      "criteria",
      `\\b(?:all|every|each)${whichever}\\s+${criteria}\\b${place}${is}?${adverbs}\\s+(?:${done}|passed|passing|pass|verified)\\b`,
    ],
    [
      "thing",
      "^\\W*(?:(?:this|it|that|work)\\s+)?(?:is\\s+|was\\s+)?already\\s+(?:fully\\s+)?(?:complete|completed|done|implemented|finished)(?=\\W*$)",
      "already",
    ],
  ] as const
).map(([claim, source, word = ""]) => [claim, new RegExp(source), word]);

/** What may follow: the end, or a separate clause. "Implemented in Go" and "done by a worker" say how, not that. */
const ending =
  /^(?:[\s"'’)\]*]*(?:$|[.!,;:(—–-]|[^\p{L}\p{N}\s"'’”)\]*])|\s+(?:and|so|successfully|now|with (?:all|no|full|zero|passing|tests|\d)|(?:that )?you (?:gave|asked|requested|wanted|listed|assigned|described)|as (?:requested|specified|planned|described|required|asked)|per (?:the|your)|according to|in (?:the|your) (?:prd|plan|issue|prompt|spec|list|task list|backlog|fix[_ ]plan|\S+\.(?:md|json))|(?:(?:listed|defined|specified|described|requested) )?(?:in|from) \S+\.(?:md|json)|(?:of|for) (?:the |this )?(?:issue|ticket|task|request)\b))/u;

/** What may precede a statement without making it somebody else's or changing its subject. */
const opening =
  /^(?:[^\p{L}\p{N}]|\b(?:so|now|and|then|thus|therefore|since|as|because|perfect|great|excellent|awesome|good|nice|yes|ok|okay|done|fixed|finally|overall|in summary|in short|in conclusion|summary|result|results|status|final status|conclusion|verdict|confirmed|verified|success|with this|with that|at this point|there(?:['’]s| is| are)|(?:i|we) have|leaving|already|i(?:['’]ve| have)?(?: can)? (?:confirm|confirmed|verified|validated)(?: that)?|the|this|my|our|your|entire|whole|full|requested|assigned)\b)*$/u;
const othersWords =
  /\b(?:claim|say|said|state[sd]|report|according|previous|earlier|originally|bug|where|print|named|called|titled|messages?|strings?|banner|label|log(?:s|ged)?\b|show|display|return|detect|mark|defin|goal|condition|checklist|assum|thought|believ|expect|mean|given|scenario|though|although|despite|criteri)/;
const numbered =
  /\b(?:phase|session|sprint|milestone|section|iteration|loop|stage|part|epic|batch|wave|story|task|step)\s+#?\w{0,3}\d|\b[a-z]{1,8}-\d+/;
const scoped =
  /\b(?:of|for|in|from|under|within|on)\s+(?:the\s+|this\s+|that\s+)?(?:(?:current|first|second|third|last|next)\s+)?(?:phase|session|sprint|milestone|section|iteration|loop|stage|part|epic|batch|wave|round|cluster|module|component|(?:sub-?)?(?:task|story)\s+\S*\d|[a-z]{1,8}-?\d+\b)|\bfor\s+\w+ing\b|\b(?:today|up to|(?:i|we) could|possible|planned for)\b/;
const parts =
  /\b(?:phase|session|sprint|milestone|section|loop|iteration|wave|stage|part|draft|document|documentation|report|evaluation|assessment|audit|analysis|investigation|research|batch|cluster|round|half|epic|first|setup|design|critical|mvp|core|basic|most|other|else|rest|except|excluding)\b/;
const takenBack =
  /\b(?:but|however|although|though|minus|pending|awaiting|exception|besides|modulo|barring|save for|while|still|stub\w*|as far as)\b|^[^\p{L}\p{N}]{0,6}[❌✗✘⏳🚧]|^\W{0,3}[:=]\s*\d{1,2}(?:\.\d+)?\s?%/u;

/** All of them are the whole: "every phase is finished". */
const everyPart = /^(?:every|each) (?:single )?(?:phase|step|milestone|stage)\b(?! \S*\d)/;

/** "Nothing left to do for this task" and "all criteria of the story" say nothing about the rest of the list. */
const ofUnit =
  /\b(?:for|on|in|of|from)\s+(?:(?:this|the|that|my|our)\s+)?(?:current\s+|given\s+)?(?:task|story|ticket|issue|item|feature|fix|pr|file|module|component|function|iteration|loop|session|phase|step)\b/;

/** What a sentence states about the whole work in the agent's own name, or null. */
export function findWholeClaim({ lower: text, topics, section, item }: Sentence): WholeClaim | null {
  if (!touchesAny(topics, topic.done | topic.settled | topic.nothing | topic.criteria)) return null;
  if (section !== "" && numbered.test(section.toLowerCase())) return null;
  if (item && !/[✅✓✔☑]|^\[x\]/u.test(text)) return null; // An item without a tick may be a criterion.
  return (
    statements.find(
      ([claim, expression, word]) =>
        touchesAny(topics, needed[claim]) && text.includes(word) && isStated(text, claim, expression),
    )?.[0] ?? null
  );
}

/** Topics of which a statement needs at least one. */
const needed: Readonly<Record<WholeClaim, number>> = {
  all: topic.every,
  thing: topic.done | topic.settled,
  nothing: topic.nothing,
  criteria: topic.criteria,
};

function isStated(text: string, claim: WholeClaim, expression: RegExp): boolean {
  const match = expression.exec(text);
  if (!match) return false;
  const [words] = match;
  const end = match.index + words.length;
  const after = text.slice(end);
  if (
    parts.test(words.replace(everyPart, "")) ||
    scoped.test(text.slice(match.index)) ||
    takenBack.test(after) ||
    !ending.test(after)
  )
    return false;
  if ((claim === "nothing" || claim === "criteria") && ofUnit.test(text)) return false;
  return isOwn(text.slice(0, match.index)) && isAsserted({ sentence: text, start: match.index, end });
}

/** Preceded only by an opening, or by a separate clause that quotes nobody and names no part. */
function isOwn(before: string): boolean {
  if (/\b(?:feat|fix|docs|chore|refactor|test|style|perf|build|ci)(?:\([^)]*\))?!?:\s*$/.test(before)) return false; // A commit subject.
  if (opening.test(before)) return true;
  const clause = before.split(/[,;:—–(]|\band\b/).at(-1) ?? "";
  return clause !== before && opening.test(clause) && !othersWords.test(before) && !numbered.test(before);
}
