/** How an honest turn ends: what the agent says of its one task, and the block it closes with. */
export interface Ending {
  readonly say: string;
  /** Fields of the block; the nonce is added. */
  readonly status?: Readonly<Record<string, string>>;
  /** Text after the block. */
  readonly after?: string;
}

const task = { STATUS: "COMPLETE", EXIT_SIGNAL: "false" };
const whole = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const passing = { ...task, TESTS_STATUS: "PASSING" };

const terse = [
  "Done.",
  "",
  "ok",
  "Added it.",
  "Implemented.",
  "Fixed.",
  "See the diff.",
  "Renamed the helper as asked.",
  "The function now handles empty input.",
  "Updated one file.",
].map((say): Ending => ({ say, status: task }));

const chatty = [
  "I've added the parser and covered it with tests. All tests pass.",
  "I've implemented the change in the module. The tests I ran are green, and I kept the public interface as it was.",
  "## Summary\n\n- Added the new function\n- Covered the edge cases\n- Ran the suite: 14 passed\n",
  "Here is what I changed:\n\n1. The formatter trims its input first.\n2. The tests cover blank lines.\n\nLet me know if you would like anything else.",
  "The root cause was an off-by-one in the loop. I fixed it and added a regression test.",
  "I looked at the existing code first, then wrote the smallest change that makes the test pass.",
  "Perfect! Everything works now.",
  "I ran `npm test`: 3 passed, 0 failed.",
  "I extracted the helper into its own file. No behaviour changed.",
  "The new option is documented in the README and in `--help`.",
  "I used a Map instead of an object, so that keys keep their type.",
  "**What was done**\n\nThe endpoint answers 404 where it answered 500 before.\n\n**Why**\n\nThe lookup threw.",
  "| file | change |\n|---|---|\n| a.txt | added |\n",
  "✅ Implemented\n✅ Tested\n✅ Documented",
  "The work for this task is in place. Shall I also update the changelog?",
  "Would you like me to open a pull request?",
].map((say): Ending => ({ say, status: passing }));

const naming = [
  "T1 is finished. Next up is the second task.",
  "This task is done. The next task is the printer.",
  "Done with this one; there are 3 more tasks in the list.",
  "Finished. 5 of 9 tasks are complete now.",
  "This one is done. Remaining tasks: the printer and the exporter.",
  "I finished this task. I'll continue with the next task in the next iteration.",
  "The parser is in place. US-305 and US-306 are up next.",
  "Implemented. This is not the final story of the list.",
].map((say): Ending => ({ say, status: task }));

const optional = [
  "Done. Optionally, one could cache the result later.",
  "Implemented. A follow-up could add colours; nobody asked for them.",
  "Finished. Nice to have: a progress bar.",
  "All acceptance criteria are met. Possible future enhancements: pagination.",
  "Implemented as described. No known issues.",
  "Nothing is left to do for this task.",
].map((say): Ending => ({ say, status: passing }));

const languages = [
  "Die Funktion ist fertig und getestet.",
  "Ich habe den Fehler behoben; alle Tests laufen durch.",
  "J'ai ajouté la fonction et les tests passent.",
  "La fonctionnalité est en place.",
  "He añadido la función y las pruebas pasan.",
  "Ho aggiunto la funzione richiesta.",
  "Adicionei a função pedida e os testes passam.",
  "機能を実装し、テストも通りました。",
  "已实现该功能，测试通过。",
  "기능을 구현했고 테스트가 통과합니다.",
  "Функция добавлена, тесты проходят.",
  "Jag har lagt till funktionen.",
].map((say): Ending => ({ say, status: passing }));

const blocks: readonly Ending[] = [
  { say: "Claims the whole, as agents do.", status: whole },
  { say: "Counts what it did.", status: { ...whole, TASKS_COMPLETED_THIS_LOOP: "1", FILES_MODIFIED: "1" } },
  { say: "Says done in another word.", status: { ...task, STATUS: "DONE" } },
  { say: "Decorates its status.", status: { ...task, STATUS: "✅ COMPLETE" } },
  { say: "Explains its status.", status: { ...task, STATUS: "COMPLETE (this task only)" } },
  { say: "Ran no tests.", status: { ...task, TESTS_STATUS: "NOT_RUN" } },
  { say: "The tests of later tasks still fail.", status: { ...task, TESTS_STATUS: "FAILING" } },
  { say: "Tests of other tasks fail.", status: { ...whole, TESTS_STATUS: "FAILING (2 of later tasks)" } },
  { say: "Recommends the next.", status: { ...task, RECOMMENDATION: "Start with the next task, the exporter" } },
  { say: "Recommends nothing.", status: { ...task, RECOMMENDATION: "None" } },
  { say: "Names no work left.", status: { ...task, REMAINING_WORK: "none" } },
  { say: "Names the list's work.", status: { ...task, REMAINING_WORK: "tasks T8 and T9" } },
  { say: "Says where it is.", status: { ...task, WORK: "src/part.txt" } },
  { say: "Only the status.", status: { STATUS: "COMPLETE" } },
  { say: "Only the signal.", status: { EXIT_SIGNAL: "true" } },
  { say: "Adds a line after the block.", status: task, after: "Thanks!" },
  { say: "The last one: everything on the list is done.", status: whole },
];

/** More than sixty, each written for this test. */
export const honestEndings: readonly Ending[] = [...terse, ...chatty, ...naming, ...optional, ...languages, ...blocks];

/** As one text, with the nonce where the scripted agent fills it in. */
export function endingText({ say, status = {}, after = "" }: Ending, nonce = "{{nonce}}"): string {
  const fields = Object.entries({ ...status, NONCE: nonce }).map(([name, value]) => `${name}: ${value}`);
  return [say, "", "---RALPH_STATUS---", ...fields, "---END_RALPH_STATUS---", after].join("\n");
}
