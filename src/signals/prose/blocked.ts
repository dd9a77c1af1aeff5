import type { Sentence } from "./sentences.js";
import { topic, touchesAny } from "./topics.js";

const blocked =
  /\bi(?:['’]m| am)\s+(?:still\s+|currently\s+|now\s+)?(?:blocked|stuck|unable to (?:proceed|continue))\b|^\W*(?:still )?(?:blocked|waiting) (?:on|by|until|for)\b|\b(?:cannot|can['’]t|unable to) (?:proceed|continue)\b|\b(?:i|we) (?:still )?need(?: \S+){0,4} (?:permissions?|approval|credentials|access|api key)\b|\bwait(?:ing)? for (?:your |the user|user |you |human )(?:\S+ ){0,3}?(?:permission|approval|approve|input|confirmation|grant|decision|instructions?)?|\bplease (?:grant|approve)\b|\bneeds? (?:manual|human) (?:intervention|input|action|decision)\b|\brequires? (?:manual|human) (?:intervention|input|action|decision)\b|\b(?:i|we|loop|run|sprint|session|project|work|story|task|agent|queue)\b(?:\s+\S+){0,2}?\s+(?:is|are|am) (?:stuck|deadlocked|in (?:a |an )?(?:\S+ )?deadlock)\b/;
const elsewhere =
  /需要.{0,20}(?:权限|授权|批准|許可)|请(?:您)?(?:授权|批准|授予)|権限が必要|許可(?:して|をお願い|が必要)|\bbesoin (?:de |d['’]).{0,30}(?:permission|autorisation|accès)|\b(?:brauche|benötige)\b.{0,30}(?:berechtigung|erlaubnis|freigabe|zugriff)|\b(?:necesito|preciso)\b.{0,30}(?:permiso|permissão|autoriza|acceso|acesso)|(?:нужн|требуется|необходим).{0,30}(?:разрешени|доступ)/;

/** The agent says in prose that it cannot go on without somebody. */
export function saysBlocked(sentences: readonly Sentence[]): boolean {
  return sentences.some(
    ({ lower, topics, heading }) =>
      !heading &&
      touchesAny(topics, topic.blocked | topic.foreign) &&
      (blocked.test(lower) || elsewhere.test(lower)) &&
      !/\b(?:no longer|not|was|were|fixed|resolved|unblocked|avoid|prevents?|prevent(?:ed|ing)) (?:\S+ ){0,2}(?:blocked|stuck|deadlock)/.test(
        lower,
      ),
  );
}
