import { allLanguages } from "./languages/all-languages.js";
import { type ChangeWords, changeable, changeWords } from "./languages/change-words.js";
import { type DeedWords, deedWords } from "./languages/deed-words.js";
import { type Late, late } from "./late.js";

/** The expressions of one language, each compiled on first use: most messages need few. */
export interface ChangeGrammar {
  readonly name: string;
  /** A verb of a report: without one, no form of it is tried. */
  readonly verbs: Late;
  /** Each form of a report; `there` says it without a verb that could be denied. */
  readonly reports: readonly Late[];
  /** The same for any verb, in its first group, unless it is one of `idle`. */
  readonly deeds: readonly Late[];
  readonly idle: Late;
  readonly there: Late;
  /** A line of a telegram, anywhere or as an item of a list of changes. */
  readonly bare: Late;
  readonly listed: Late;
  readonly already: Late;
  readonly untouched: Late;
  readonly spaced: boolean;
  readonly verbLast: boolean;
  readonly history: Late;
  readonly plans: Late;
  readonly contrast: Late;
  readonly contrastFirst: Late;
  /** Before the verb: a condition, somebody else's words. */
  readonly supposed: Late;
  readonly denial: Late;
  readonly intent: Late;
}

export const englishGuards = {
  contrast: [
    "but",
    "however",
    "although",
    "though",
    "except(?:ion|ing)?",
    "apart from",
    "aside from",
    "partially",
    "partly",
    "so far",
    "yet to",
    "would",
    "there (?:is|are) still",
    "(?:is|are) still(?! (?:green|passing|valid|supported|in place|the same|there|available))",
    "still (?:needs?|has|have|to|missing|fails?|failing)",
  ],
  condition: [
    "if",
    "once",
    "when",
    "whenever",
    "until",
    "unless",
    "before",
    "after",
    "would",
    "could",
    "should",
    "had",
  ],
  reported: ["says?", "said", "claims?", "according", "reads", "log", "previous", "readme"],
  denial: ["not", "cannot", "never", "\\S+n['’]t", "without", "nor", "neither", "hardly", "almost", "nearly"],
  intent: [
    "(?:i|we)(?:['’]ll| will|['’]m going to| am going to| need to| have to)",
    "let me(?! know)",
    "next(?:,| i| we)",
    "now i",
  ],
  and: ["and"],
};

/** A subject of none. As the beginning of the next sentence it denies nothing: "Nothing else was touched." */
const ofNothing = ["nothing", "none", "no (?!longer)(?:\\S+ ){1,2}?(?:was|were|is|are|has|have)"];

/** What follows tells the cause of a trouble more often than a change: "broken, because the option was removed". */
const because = ["because", "weil", "parce qu\\S+", "porque", "perché", "потому что"];

/** "Without it …" begins a remark, and no denial. */
const without = ["without", "ohne", "sans", "sin", "sem", "senza", "без"];

const letters = "a-z0-9\\u00c0-\\u024f\\u0400-\\u04ff\\u3040-\\u30ff\\u4e00-\\u9fff\\uac00-\\ud7a3";
const built = new Map<string, ChangeGrammar>();

export function grammarOf(words: ChangeWords): ChangeGrammar {
  const known = built.get(words.name) ?? buildGrammar(words);
  built.set(words.name, known);
  return known;
}

function buildGrammar(words: ChangeWords): ChangeGrammar {
  const guards = allLanguages.find(({ name }) => name === words.name) ?? englishGuards;
  const start = words.spaced ? `(?<![${letters}])` : "";
  const stop = words.spaced ? `(?![${letters}])` : "";
  const any = (list: readonly string[]): Late => late(`${start}${either(list)}${stop}`);
  const opening = openingOf(words);
  const deeds = deedWords.find(({ name }) => name === words.name) ?? noDeeds;
  const pieces = { start, stop, opening, and: either(guards.and) };
  return {
    name: words.name,
    spaced: words.spaced,
    verbLast: words.verbLast ?? false,
    verbs: any([...words.changed, ...words.did, ...deeds.past, ...deeds.participle]),
    reports: (words.spaced ? spacedReports : unspacedReports)(words, pieces).map((source) => late(source)),
    deeds: deedReports(words, deeds, pieces).map((source) => late(source)),
    idle: late(`${start}${either(deeds.idle)}$`),
    there: any(words.there),
    bare: late(either(words.bare ?? [])),
    listed: late(either(words.listed ?? [])),
    already: any(words.already),
    untouched: any(words.untouched),
    history: any(words.history),
    plans: any(words.plans),
    contrast: any(guards.contrast),
    contrastFirst: late(
      `^[^${letters}]*(?!${either(without)}${stop})(?:${either(guards.contrast)}|${either(guards.denial)}${stop})`,
    ),
    supposed: any([...guards.condition, ...because, ...guards.reported.filter((word) => !changeable.has(word))]),
    denial: any([...guards.denial, ...(guards === englishGuards ? ofNothing : [])]),
    intent: any(guards.intent),
  };
}

interface Pieces {
  readonly start: string;
  readonly stop: string;
  readonly opening: string;
  readonly and: string;
}

/** The verb opens the sentence, follows its auxiliary, or ends a clause about the changed thing. */
function spacedReports(words: ChangeWords, { start, stop, opening, and }: Pieces): readonly string[] {
  const adverbs = `(?:${either(words.adverbs)}\\s+)*`;
  const changed = `${start}${either(words.changed)}${stop}(?!-)`;
  const did = `${start}${either(words.did)}${stop}`;
  const other = `(?!\\s+${either(words.unlike)}${stop})`;
  const clauseEnd = clauseEndOf(and, stop);
  const clause = `(?:^${opening}|[,;:—–.]\\s+|${start}${and}\\s+)`;
  const between = `(?:\\s+[^\\s,;:.!?]+){0,${words.gap}}?\\s+`;
  const self = words.self.length > 0 ? [`${start}${either(words.self)}\\s+${adverbs}${changed}${other}`] : [];
  const telegram = words.telegram
    ? [
        `^(?:(?!\\s(?:${words.telegram.finite})${stop})${inClause}){3,60}?\\s${changed}\\s+(?:${words.telegram.onto})${stop}(?![^,;:.—–]*\\s(?:${words.telegram.finite})${stop})`,
      ]
    : [];
  return [
    `^${opening}${adverbs}(?:${changed}|${did})(?!\\s*$|\\s*,)${other}`,
    `${clause}(?:${either(words.self)}\\s+)?${adverbs}${did}${other}`,
    `${start}${either(words.have)}${stop}${between}${changed}${other}`,
    `${start}${either(words.is)}\\s+${adverbs}${changed}${clauseEnd}`,
    `^.{3,120}?\\s${changed}${clauseEnd}`,
    ...self,
    ...telegram,
  ];
}

/** No sign that ends a clause, but "4.6:1" and "1,2" are figures. */
const inClause = "(?:[^,;:]|(?<=\\d)[,:](?=\\d))";
/** With an article, the participle belongs to its noun: "the user connected to the server". */
const article = "(?:der|die|das|eine?)\\s";

const noDeeds: Pick<DeedWords, "past" | "have" | "participle" | "idle" | "gap" | "is"> = {
  past: [],
  have: [],
  participle: [],
  idle: [],
  gap: 0,
};

/** Whatever the agent says that it did opens the message, or follows "I have". */
function deedReports(
  words: ChangeWords,
  { past, have, participle, gap, is }: typeof noDeeds,
  { start, stop, opening, and }: Pieces,
): readonly string[] {
  // With the word that it ends: Japanese and Korean have no blank before it.
  if (!words.spaced) return past.length === 0 ? [] : [`([${letters}]{0,12}${either(past)})`];
  const adverbs = `(?:${either(words.adverbs)}\\s+)*`;
  const other = `(?!\\s*$|\\s*,|-)(?!\\s+${either(words.unlike)}${stop})`;
  const self = words.self.length > 0 ? `(?:${either(words.self)}\\s+)?` : "";
  const between = gap > 0 ? `(?:\\s+[^\\s,;:.!?]+){0,${gap}}?\\s+` : `\\s+${adverbs}`;
  return [
    `^${opening}${self}${adverbs}(${either(past)})${stop}${other}`,
    `${start}${either(have)}${stop}${between}${start}(${either(participle)})${stop}${gap > 0 ? clauseEndOf(and, stop) : other}`,
    // "I read the parser and hoisted the lock."
    `^${opening}(?:${either(have)}\\s+)?${self}${adverbs}${either([...past, ...participle])}${stop}[^.;:]{1,100}?${start}${and}\\s+${adverbs}(${either([...past, ...participle])})${stop}${other}`,
    ...telegramDeeds(words, participle, stop),
    ...(is ? [`^.{2,}?\\s${either(is)}\\s+${adverbs}(${either(participle)})${stop}${clauseEndOf(and, stop)}`] : []),
  ];
}

/**
 * "Kontrast angehoben, …": no verb is finite, and no article makes it a part of a sentence. "`theme.css`: contrast raised":
 * a file and what was done to it. In the other languages too many nouns look like a participle.
 */
function telegramDeeds({ name }: ChangeWords, participle: readonly string[], stop: string): readonly string[] {
  if (name === "English")
    return [`^[^${letters}]*\\S*[./]\\S*\\s*[:—–-]\\s+${inClause}{2,60}?\\s(${either(participle)})${stop}`];
  if (name === "German")
    return [
      `^(?!${article})(?:(?!\\s(?:${germanFinite})${stop})${inClause}){3,80}?\\s(${either(participle)})(?=\\s*(?:[:.,;!]|$)|\\s+und\\s)`,
    ];
  return [];
}

const germanFinite =
  "ist|sind|war|waren|wird|werden|wurde|wurden|hat|haben|hatte|kann|können|muss|müssen|soll|sollen|darf|wenn|falls|dass|ob|weil|nicht|kein\\S*|noch|bitte|zu";

const clauseEndOf = (and: string, stop: string): string => `(?=\\s*(?:[^${letters}\\s'’\`]|$|${and}${stop}))`;

/** The verb form says by itself that the thing was done. */
function unspacedReports(words: ChangeWords, { opening }: Pieces): readonly string[] {
  const other = `(?!\\s*${either(words.unlike)})`;
  return [`${either(words.changed)}${other}`, `^${opening}${either(words.did)}(?=\\s|\`|\\d|[a-z])`];
}

const either = (list: readonly string[]): string => `(?:${list.length === 0 ? "(?!)" : list.join("|")})`;

function openingOf({ spaced, opening }: ChangeWords): string {
  const [start, stop] = spaced ? [`(?<![${letters}])`, `(?![${letters}])`] : ["", ""];
  return `(?:[^${letters}]|${start}${either(opening)}${stop})*`;
}

let heads: RegExp | undefined;

/** What may stand above a list of changes: "Summary", "Changes made". */
export function isChangeHead(lower: string): boolean {
  heads ??= new RegExp(changeWords.map((words) => `^${openingOf(words)}$`).join("|"));
  return heads.test(lower);
}
