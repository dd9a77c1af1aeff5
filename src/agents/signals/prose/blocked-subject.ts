import { reportsChange } from "./change-reports.js";
import type { Sentence } from "./sentences.js";

/** The people who use what is built. */
const user =
  /\b(?:users?|visitors?|customers?|clients?|callers?|guests?|members?|shoppers?|buyers?|players?|readers?)\b|(?:be)?nutzer|kund(?:e|in|en)|besucher|utilisateur|visiteur|usuari|usuári|cliente|utent[ei]|пользовател|посетител|клиент|用户|用戶|客户|访客|ユーザー|利用者|お客|사용자|고객|방문자/;
const self =
  /\b(?:i|we|me|agent|loop|run|sprint|project|task|story|work|session|iteration|turn|tests?|verification|deploy\w*|build|migration|setup|installation|publish\w*|ich|wir|je|nous|yo|eu|io)\b|(?:^|\s)(?:я|мы)\s|我|私|제가|저는|작업|作業|任务|タスク/;
const condition = /\b(?:if|when|whenever|unless|without|until|while)\b|场合|場合|[时時](?:[，,]|$)|(?:면|때)[\s,]|と、/;
/** The verb says that it is the agent. */
const ownVerb =
  /\b(?:i|we|ich|wir|je|nous|komme|peux|puis|puedo|posso|consigo|riesco)\b|m['’]arrête|(?:^|\s)могу|我|私/;
/** A person who is asked for something is asked by the agent. */
const goesOn =
  /proceed|continu|execut|wait|stuck|deadlock|move |go |do anything|weiter|fortfahren|poursuiv|avanc|seguir|proced|avan[cçz]|prosegu|andare|esegu|продолж|выполн|двига|继续|繼續|执行|執行|推进|续行|続|継続|実行|進め|계속|진행|실행|bloqu|blocc|block/;
/** What may stand before the verb of a sentence without a subject. */
const fillers =
  /\b(?:so|and|then|thus|therefore|now|still|currently|but|that|means|as|a|result|this|because|of|is|are|am|was|be|sorry|unfortunately|here|again|simply|completely|just)\b/g;

/**
 * "Users cannot proceed without an address": the product or who uses it is what cannot go on, not the agent. A user is
 * never the agent; anything else is the product only beside a report of a change that was made.
 */
export function isOfProduct(sentences: readonly Sentence[], lower: string, match: RegExpExecArray): boolean {
  if (ownVerb.test(match[0]) || self.test(match[0]) || !goesOn.test(match[0])) return false;
  const before = lower.slice(0, match.index);
  const clause = before.split(/[,;:，；：、—–(（]|\b(?:but|and)\b/).at(-1) ?? "";
  if (self.test(clause)) return false;
  if (user.test(before) && !self.test(before)) return true;
  const hasSubject = /[a-z\u00c0-\u024f\u0400-\u04ff]/.test(clause.replaceAll(fillers, ""));
  return (hasSubject || condition.test(before)) && reportsChange(sentences);
}
