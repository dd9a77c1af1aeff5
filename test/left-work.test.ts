import { describe, expect, it } from "vitest";
import { readAgentReport, readTranscript } from "../src/index.js";
import { ask, busy, green } from "./ask.js";
import { jsonLines, Workplace } from "./e2e/cli.js";
import { leftRows } from "./left-rows.js";

const block = [
  "---RALPH_STATUS---",
  "STATUS: COMPLETE",
  "FILES_MODIFIED: 2",
  "TESTS_STATUS: PASSING",
  "EXIT_SIGNAL: true",
  "---END_RALPH_STATUS---",
].join("\n");
/** Checks hold, work is visible, the block says yes: only the words beside it can veto. */
const beside = (text: string) => ({ output: `${text}\n\n${block}`, iteration: busy, evidence: green });
const isCompleted = (text: string): boolean => ask(beside(text)).outcome === "completed";

describe.each(Object.entries(leftRows))("beside an explicit, proven completion, in %s", (_, rows) => {
  it.each(rows.nothing)("nothing is left: %s", (text) => expect(isCompleted(text)).toBe(true));
  it.each(rows.offers)("no work is left: %s", (text) => expect(isCompleted(text)).toBe(true));
  it.each(rows.something)("something is left: %s", (text) => expect(isCompleted(text)).toBe(false));
});

it("the same situations as JSON Lines, through the command", async () => {
  using place = new Workplace();
  const rows = Object.values(leftRows);
  const accepted = rows.flatMap(({ nothing, offers }) => [...nothing, ...offers]);
  const refused = rows.flatMap(({ something }) => something);
  const input = [...accepted, ...refused].map((text) => JSON.stringify(beside(text))).join("\n");
  const { out } = await place.run(["decide", "-"], input);
  const outcomes = jsonLines(out).map(({ outcome }) => outcome === "completed");
  expect(outcomes).toEqual([...accepted.map(() => true), ...refused.map(() => false)]);
});

describe("what a status block names as left", () => {
  const readClaim = (value: string) =>
    readAgentReport(readTranscript(block.replace("STATUS: COMPLETE", `STATUS: COMPLETE\nREMAINING_WORK: ${value}`)))
      .claim;
  it.each(
    "0|none|None.|0 tasks|7/7 done|7 of 7 tasks complete|-|keine|Keine – alles erledigt|nichts|ninguna|nada|nenhuma|aucune|rien|nessuna|nulla|нет|无|没有|無|なし|ありません|없음|0개|０".split(
      "|",
    ),
  )("%s: nothing", (value) => expect(readClaim(value)).toBe("complete"));
  it.each(
    "2|T3|5/7 done|none, except the docs|keine, außer der Doku|无法继续|除文档外无|0.5 days of work|ドキュメント以外なし|문서 제외 없음".split(
      "|",
    ),
  )("%s: something", (value) => expect(readClaim(value)).toBe("continue"));
});

describe("a question in a turn that claims nothing", () => {
  const count = (text: string) => readAgentReport(readTranscript(`I read the code.\n\n${text}`)).questions;
  it.each([
    "Should the cache live in memory or on disk?",
    "Would you like me to use Postgres or SQLite?",
    "Soll ich Postgres oder SQLite nehmen?",
    "Möchtest du, dass ich Schema A oder B verwende?",
    "¿Quieres que use Postgres o SQLite?",
    "Você quer que eu use Postgres ou SQLite?",
    "Voulez-vous que j'utilise Postgres ou SQLite ?",
    "Vuoi che usi Postgres o SQLite?",
    "Использовать Postgres или SQLite?",
    "应该用 Postgres 还是 SQLite？",
    "Postgres と SQLite のどちらを使いますか？",
    "Postgres와 SQLite 중 무엇을 사용할까요?",
  ])("the work waits for the answer: %s", (text) => expect(count(text)).toBe(1));
  it.each([
    "Is there anything else you need?",
    "Kann ich sonst noch etwas für dich tun?",
    "¿Necesitas algo más?",
    "Posso ajudar em algo mais?",
    "Souhaitez-vous autre chose ?",
    "Posso aiutarti con altro?",
    "Могу ли я ещё чем-то помочь?",
    "需要其他帮助吗？",
    "他に何かお手伝いできることはありますか？",
    "다른 도움이 필요하신가요?",
  ])("politeness expects no answer: %s", (text) => expect(count(text)).toBe(0));
});

describe("words alone, with nothing left or an offer beside them", () => {
  const readClaim = (text: string) => readAgentReport(readTranscript(text)).claim;
  it.each([
    "Alle Aufgaben sind erledigt. Offene Punkte: keine.",
    "所有任务已完成。剩余任务：0。",
    "Todas las tareas están completadas. Si quieres, puedo añadir más pruebas.",
    "すべてのタスクが完了しました。残りのタスク：なし",
  ])("claim: %s", (text) => expect(readClaim(text)).toBe("complete"));
  it.each([
    "Alle Aufgaben sind erledigt. Offene Punkte: die Dokumentation.",
    "所有任务已完成。剩余任务：2。",
    "Todas las tareas están completadas. Quedan 2 tareas.",
    "すべてのタスクが完了しました。残りのタスク：文書",
  ])("claim nothing: %s", (text) => expect(readClaim(text)).not.toBe("complete"));
});
