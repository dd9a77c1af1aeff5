import type { Sentence } from "./sentences.js";

const blocked =
  /\bi(?:['’]m| am)\s+(?:still\s+|currently\s+|now\s+)?(?:blocked|stuck|unable to (?:proceed|continue))\b|^\W*(?:still )?(?:blocked|waiting) (?:on|by|until|for)\b|\b(?:cannot|can['’]t|unable to) (?:proceed|continue)\b|\b(?:i|we) (?:still )?need(?: \S+){0,4} (?:permissions?|approval|credentials|access|api key)\b|\bwait(?:ing)? for (?:your |the user|user |you |human )(?:\S+ ){0,3}?(?:permission|approval|approve|input|confirmation|grant|decision|instructions?)?|\bplease (?:grant|approve)\b|\bneeds? (?:manual|human) (?:intervention|input|action|decision)\b|\brequires? (?:manual|human) (?:intervention|input|action|decision)\b|\b(?:is|are) stuck (?:in|on)\b|\bdeadlock(?:ed)?\b/i;

const mayBeBlocked = /block|stuck|wait|need|please|proceed|continue|require|deadlock/i;

/** The agent says in prose that it cannot go on without somebody. */
export function saysBlocked(sentences: readonly Sentence[]): boolean {
  return sentences.some(
    ({ text, heading }) =>
      !heading &&
      mayBeBlocked.test(text) &&
      blocked.test(text) &&
      !/\b(?:no longer|not|was|were|fixed|resolved|unblocked|avoid|prevents?|prevent(?:ed|ing)) (?:\S+ ){0,2}(?:blocked|stuck|deadlock)/i.test(
        text,
      ),
  );
}
