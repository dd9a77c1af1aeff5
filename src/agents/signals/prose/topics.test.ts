import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { saysBlocked } from "./blocked.js";
import { readClaimedTests } from "./claimed-tests.js";
import { readConfidence } from "./confidence.js";
import { findDoubt, speaksOfPart } from "./doubts.js";
import { doubtsElsewhere, statesWholeElsewhere } from "./languages/read-language.js";
import { readPhrases } from "./phrases.js";
import { countQuestions } from "./questions.js";
import { readRemainingWork } from "./remaining.js";
import { type Sentence, splitSentences } from "./sentences.js";
import { findTopics } from "./topics.js";
import { topic } from "./topics-table.js";
import { reportsSuccess } from "./unit-claims.js";
import { findWholeClaim } from "./whole-claims.js";

const everyTopic = Object.values(topic).reduce((all, one) => all | one, 0);

/** Words that can trigger every reader's expressions, and some that only look similar. */
const words =
  "all every each the this task tasks story stories T4 3 of 5 2/7 is are was been now complete completed done finished implemented closed resolved ticked checked off met made ready for to review merge no nothing remaining remains left open pending still not yet be next will i'll i’ll should i i'm we am have need let me continue proceed starting blocked stuck waiting on you please grant approval deadlock todo stub placeholder could couldn't finish in progress follows untouched started tests test suite pass passed passing fail failing failures 4 without confident maybe likely definitely phase sprint iteration 1 work project implementation everything acceptance criteria : . , ! ? ？ ✅ — falta pendiente nächste noch nicht 未完成 需要 权限 нужно разрешение besoin de permission ich brauche zugriff bitte warte auf deine freigabe alle aufgaben sind erledigt nichts mehr zu tun todas las tareas están completadas queda trabajo todo listo tudo pronto não há tarefas as concluídas tutte le attività completate non ancora toutes les tâches terminées rien à faire pas aguardo sua confirmação en attente de votre réponse credentials denied by permissions awaiting your input success successfully added confirm before proceeding restore another allow metal 0 keine offen offene punkte verbleibend zwei ninguna pendientes restantes quedan dos aucune restante reste deux nenhuma restam nessuna rimanenti mancano von sur de su 剩余 无 任务 残り なし 남은 없음 нет осталось если хотите wenn du willst si quieres optional";
const sentence = fc
  .array(fc.constantFrom(...words.split(" ")), { minLength: 1, maxLength: 14 })
  .map((chosen) => chosen.join(" "));

function asSentence(text: string, topics: number): Sentence {
  return { text, lower: text, topics, line: 1, edge: true, closing: true, heading: false, section: "", item: null };
}

function readAll(sentences: readonly Sentence[]): unknown {
  return {
    phrases: readPhrases(sentences),
    remaining: readRemainingWork(sentences),
    blocked: saysBlocked(sentences),
    doubts: findDoubt(sentences),
    part: speaksOfPart(sentences),
    tests: readClaimedTests(undefined, sentences),
    confidence: readConfidence(sentences),
    questions: countQuestions(sentences),
    whole: sentences.map(findWholeClaim),
    elsewhere: sentences.map((one, at) => [statesWholeElsewhere(sentences, at), doubtsElsewhere(one)]),
    success: sentences.map(reportsSuccess),
  };
}

describe("the topics of a sentence", () => {
  it("never hide what a reader would have found", () => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 3 }), (texts) => {
        const sentences = texts.map((text) => asSentence(text, findTopics(text)));
        // A phrase with "met" alone has never counted: it needs another completion word beside it.
        const all = sentences.map((one) => asSentence(one.text, everyTopic & ~(topic.completion & ~one.topics)));
        expect(readAll(sentences)).toEqual(readAll(all));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["", 0],
    ["it is a cat", 0],
    ["done", topic.completion | topic.done],
    ["do ne", 0],
    ["the task", topic.unit],
    ["route 66?", topic.digit | topic.question],
    ["нет", topic.foreign],
    ["“café” ✅ 🎉", 0],
  ])("%j", (text, expected) => expect(findTopics(text)).toBe(expected));
});

describe("prose split into sentences", () => {
  const boundary = /(?<=[.!?])\s+|(?<=[。！？])(?![。！？])|(?<=[a-z)`][.!?:])(?=[A-Z][a-z']+\s)/;

  it("is split behind end marks, and where a log runs sentences together", () => {
    const piece = fc.constantFrom(
      "a",
      "Let",
      "B",
      "me ",
      " ",
      ".",
      "!",
      "?",
      ":",
      ")",
      "`",
      "。",
      "\u00a0",
      "é",
      "1",
      "'s ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("").trim();
        const expected = text.split(boundary).flatMap((part) => part.trim() || []);
        expect(splitSentences(text)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it("cuts a sentence that has no end", () => {
    expect(splitSentences(`${"x".repeat(700)}. And more.`)).toEqual(["x".repeat(600), "And more."]);
  });
});
