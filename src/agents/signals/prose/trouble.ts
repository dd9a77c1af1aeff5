import { isOfTheList } from "../dialects/interpret.js";
import { englishGuards } from "./change-grammar.js";
import { isOldMatter, type Trouble } from "./doubts.js";
import { allLanguages } from "./languages/all-languages.js";
import { doubtsElsewhere } from "./languages/read-language.js";
import { type TroubleWords, troubleWords } from "./languages/trouble-words.js";
import { type Late, late } from "./late.js";
import { withoutNotRun } from "./not-run.js";
import { isOffer } from "./offers.js";
import { isOfOthers } from "./other-units.js";
import { languagesOf } from "./sentence-languages.js";
import type { Sentence } from "./sentences.js";

interface TroubleGrammar {
  readonly fails: Late;
  readonly lacks: Late;
  readonly announces: Late;
  readonly aside: Late;
  /** Before it: a condition, somebody else's words, nothing. */
  readonly supposed: Late;
  readonly denial: Late;
}

const built = new Map<string, TroubleGrammar>();

function grammarOf(words: TroubleWords): TroubleGrammar {
  const known = built.get(words.name) ?? buildGrammar(words);
  built.set(words.name, known);
  return known;
}

// Ranges instead of Unicode classes, which take a hundred times longer to compile.
const letter = "[a-z0-9\\u00c0-\\u024f\\u0400-\\u04ff]";

function buildGrammar({ name, spaced, ...words }: TroubleWords): TroubleGrammar {
  const guards = allLanguages.find((language) => language.name === name) ?? englishGuards;
  const any = (list: readonly string[]): Late =>
    late(spaced ? `(?<!${letter})(?:${list.join("|")})(?!${letter})` : `(?:${list.join("|")})`);
  const isEnglish = guards === englishGuards;
  return {
    fails: any(words.fails),
    lacks: any(words.lacks),
    announces: any(words.announces),
    aside: any(words.aside),
    supposed: any(isEnglish ? englishSupposed : [...guards.condition, ...guards.reported.filter(isPlainReport)]),
    denial: any(isEnglish ? englishNone : [...guards.denial]),
  };
}

/** "After the change two tests fail" supposes nothing. */
const englishSupposed = [
  "if",
  "when(?:ever)?",
  "once",
  "until",
  "unless",
  "would",
  "could",
  "should",
  "says?",
  "said",
  "claims?",
];
const englishNone = ["no", "not", "none", "nothing", "never", "nor", "neither", "without", "zero", "0", "\\S+n['’]t"];

/** What a test is called is also what a test does. */
const isPlainReport = (word: string): boolean =>
  !/test|prueba|тест|测试|測試|テスト|테스트|log|ログ|日志|로그|检查/i.test(word);

const findGrammars = (sentence: Sentence): readonly TroubleGrammar[] => {
  const mayBe = languagesOf(sentence);
  return troubleWords.filter(({ name }) => mayBe(name)).map(grammarOf);
};

/**
 * "The build is broken.", "Il manque encore l'export.", "下一步是…": what takes a claim back, said in any language at
 * either end of the message. The same takes back a task and the whole; what is said of another task only the whole.
 */
export function findTrouble(sentences: readonly Sentence[]): Trouble | null {
  let found: Trouble | null = null;
  for (let at = 0; at < sentences.length; at++) {
    const trouble = troubleAt(sentences, at);
    if (trouble === "task") return trouble;
    found ??= trouble;
  }
  return found;
}

function troubleAt(sentences: readonly Sentence[], at: number): Trouble | null {
  const sentence = sentences[at];
  if (!sentence || !(sentence.edge || sentence.heading) || /[?？]/.test(sentence.lower)) return null;
  if (isOldMatter(sentence.lower)) return null;
  const grammars = findGrammars(sentence);
  const lower = withoutNotRun(sentence.lower);
  if (grammars.some(({ aside }) => aside.test(lower))) return null;
  if (sentence.edge && grammars.some((grammar) => isSaid(grammar, grammar.fails, lower))) return "task";
  const isLacking =
    (sentence.edge && grammars.some((grammar) => isSaid(grammar, grammar.lacks, lower))) ||
    (sentence.closing && grammars.some(({ announces }) => announces.test(lower)));
  if (isLacking && !isOffer(sentence)) return isOfOthers(sentences, at) ? "list" : "task";
  if (!doubtsElsewhere(sentence)) return null;
  return isOfTheList(sentence.text) || isOfOthers(sentences, at) ? "list" : "task";
}

/** Stated, and neither supposed nor denied, nor what the change was made for: "fixed the test that fails". */
function isSaid({ supposed, denial }: TroubleGrammar, words: Late, lower: string): boolean {
  const match = words.exec(lower);
  if (!match) return false;
  const before = lower.slice(0, match.index);
  const clause = before.split(/[,;:，；：—–(（]/).at(-1) ?? "";
  return !supposed.test(before) && !denial.test(clause) && !relative.test(clause);
}

const relative = /(?:^|\s)(?:that|which|where|why|who|qui|que|dont|où|che|cui|котор\S+)\s(?:\S+\s){0,3}$/;
