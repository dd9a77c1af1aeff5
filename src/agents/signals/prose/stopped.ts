import { isOfProduct } from "./blocked-subject.js";
import { hasEnglishWord } from "./languages/latin.js";
import { type StopWords, stopWords } from "./languages/stop-words.js";
import { saysNotRun } from "./not-run.js";
import { isNothing } from "./nothing-left.js";
import type { Sentence } from "./sentences.js";

const letter = "[a-z0-9\\u00c0-\\u024f\\u0400-\\u04ff]";
type StopKey = Exclude<keyof StopWords, "spaced">;
const built = new Map<string, RegExp>();

/** Built on first use: of all languages, since a message may be of two, or of English alone. */
function anyOf(key: StopKey, isEnglish: boolean): RegExp {
  const name = `${isEnglish} ${key}`;
  const known = built.get(name);
  if (known) return known;
  const read = isEnglish ? stopWords.slice(0, 1) : stopWords;
  const words = (spaced: boolean): string =>
    read.flatMap((one) => (one.spaced === spaced ? one[key] : [])).join("|") || "(?!)";
  const made = new RegExp(`(?<!${letter})(?:${words(true)})(?!${letter})|${words(false)}`);
  built.set(name, made);
  return made;
}

/** Every sentence has a word that no other language has. */
const areEnglish = (sentences: readonly Sentence[]): boolean => sentences.every(({ lower }) => hasEnglishWord(lower));

/**
 * "No task spec. Cannot execute. Exiting.", "⛔ BLOQUEADO – …": the first or last words say that the agent stops because
 * it cannot go on. What it lacks is told in the middle of many reports; only with a stop or a request it is the end.
 */
export function stopsBlocked(sentences: readonly Sentence[]): boolean {
  const edges = sentences.filter(({ edge, heading, item, lower }) => (edge || heading) && !item && mayStop.test(lower));
  if (edges.length === 0) return false;
  if (edges.some(isLabel)) return true;
  const told = edges.filter(({ lower }) => !isOver.test(lower) && !/[?？]$/.test(lower));
  const isEnglish = areEnglish(edges);
  const says = (key: StopKey, of = told): boolean => of.some(({ lower }) => anyOf(key, isEnglish).test(lower));
  if (told.some(({ lower }) => cannotGoOn(sentences, lower)) || says("person")) return true;
  // "Before I go on I need a decision: delete or archive?"
  if (
    says(
      "decides",
      edges.filter(({ lower }) => !isOver.test(lower)),
    )
  )
    return true;
  const last = told.filter(({ closing }) => closing);
  return says("lacks") && (says("stops", last) || (says("asks", last) && says("lacks", last)));
}

/** It is the agent who cannot, and not only its tests that cannot be run. */
function cannotGoOn(sentences: readonly Sentence[], lower: string): boolean {
  const match = anyOf("cannot", hasEnglishWord(lower)).exec(lower);
  return match !== null && !saysNotRun(lower) && !isOfProduct(sentences, lower, match);
}

/** Tried first: most messages contain none of these. */
const mayStop =
  /block|stuck|cannot|can['’ ]?not|can['’]t|unable|not able|requir|need|exit|stop|abort|terminat|giving up|please|por favor|per favore|merci|пожал|ください|願|주세요|주십|someone|somebody|admin|denied|missing|no |not |expired|decision|answer|clarif|guidance|go-ahead|sign-off|direction|reject|refus|bloqu|blocc|blockiert|nicht|fehl|bitte|entsch|brauche|benötig|klär|rückm|abbruch|breche|impossib|peux|manqu|arrêt|veuillez|faut|besoin|décision|puedo|necesito|falta|deten|não|preciso|necessito|falt|par[aoe]|non |serve|bisogno|occorre|impossibil|fermo|manca|заблок|не |нет |треб|нужно|нужен|необх|жду|остан|阻|无法|無法|不能|需要|停止|终止|終止|拒|eacces|eperm|缺少|没有|请|ブロック|できません|できない|必要|停止|中断|ありません|ません|ない|判断|決|거부|차단|결정|판단|선택|없|필요|중단|종료/;

const isOver =
  /\b(?:no longer|not blocked|unblocked|was blocked|were blocked|fixed|resolved|if|when|whether|until now)\b/;

/** "⛔ BLOCKED – …", in capitals, bold or with a sign, as the first words; "Blocked: none" is a field of a report. */
function isLabel({ text, lower, item }: Sentence): boolean {
  if (item) return false;
  const match = label().exec(lower);
  if (!match) return false;
  const [words, sign = "", name = ""] = match;
  const written = text.slice(words.length - name.length, words.length);
  const isCapital = written.length === name.length && written !== name && written === written.toUpperCase();
  const value = lower.slice(words.length).replace(/^[\s:：–—*-]+/, "");
  return (isCapital || sign !== "" || anyOf("lacks", false).test(value)) && !isNothing(value) && !/^\d/.test(value);
}

let builtLabel: RegExp | undefined;

function label(): RegExp {
  const words = stopWords.flatMap(({ blocked }) => blocked).join("|");
  builtLabel ??= new RegExp(
    `^(?:[^${letter.slice(1, -1)}\\u3040-\\uffdf]*?)(⛔|🚫|🛑|❌)?\\ufe0f?[\\s*_#]*(?:status\\s*[:：]\\s*)?(${words})(?=\\s*(?:$|[.!:：–—(*-]))`,
    "u",
  );
  return builtLabel;
}
