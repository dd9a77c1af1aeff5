import { describe, expect, it } from "vitest";
import { readAgentReport, readTranscript } from "../src/index.js";

/** claim / explicit or prose / task claim. */
function read(output: string, options: Parameters<typeof readAgentReport>[1] = {}): string {
  const { claim, explicit, taskClaim } = readAgentReport(readTranscript(output), options);
  return `${claim}/${explicit ? "explicit" : "prose"}/${taskClaim}`;
}

const block = (...fields: string[]): string => ["---RALPH_STATUS---", ...fields, "---END_RALPH_STATUS---"].join("\n");
const yes = block("STATUS: COMPLETE", "EXIT_SIGNAL: true");
const promise = "<promise>COMPLETE</promise>";
const silence = "none/prose/none";
const done = "complete/explicit/complete";

type Row = [text: string, says: string];

describe("the fields of a block", () => {
  it.each<Row>([
    [block("STATUS: IN_PROGRESS", "EXIT_SIGNAL: false"), "continue/explicit/continue"],
    [block("STATUS: COMPLETE", "EXIT_SIGNAL: false"), "continue/explicit/complete"],
    [block("STATUS: COMPLETE"), done],
    [block("status: complete", "Exit_Signal: TRUE"), done],
    [block("STATUS: BLOCKED", "EXIT_SIGNAL: false"), "blocked/explicit/continue"],
    [block("STATUS: IN_PROGRESS", "EXIT_SIGNAL: true"), "continue/explicit/continue"],
    [block("STATUS: COMPLETE", "TESTS_STATUS: FAILING", "EXIT_SIGNAL: true"), "continue/explicit/continue"],
    [block("STATUS: COMPLETE", "EXIT_SIGNAL: true", "REMAINING_WORK: the migration"), "continue/explicit/continue"],
    [block("STATUS: COMPLETE", "EXIT_SIGNAL: true", "REMAINING_WORK: none"), done],
    [block("STATUS: COMPLETE", "EXIT_SIGNAL: true", "FILES_MODIFIED: 0 (verified only)"), done],
    [block("STATUS: NEAR_COMPLETE", "EXIT_SIGNAL: false"), "continue/explicit/none"],
    [block("STATUS: NEAR_COMPLETE"), silence],
    [block("EXIT_SIGNAL: maybe"), silence],
    [block("EXIT_SIGNAL: true | false"), silence],
    [block("STATUS: IN_PROGRESS | COMPLETE | BLOCKED", "EXIT_SIGNAL: true"), silence],
    [block("STATUS: COMPLETE", "FILES_MODIFIED: <number>", "EXIT_SIGNAL: true"), silence],
    [block("STATUS: COMPLETE", "EXIT_SIGNAL: true (only if all tasks are done)"), silence],
    ['---RALPH_STATUS---\n{"STATUS":"COMPLETE","EXIT_SIGNAL":true}\n---END_RALPH_STATUS---', done],
    ['RALPH_STATUS:\n{\n  "EXIT_SIGNAL": true,\n  "summary": "12 of 12 pages"\n}', done],
    ["## RALPH_STATUS\n\n**STATUS**: COMPLETE\n**EXIT_SIGNAL**: true", done],
    ["### RALPH_STATUS\n\n| Field | Value |\n|---|---|\n| STATUS | COMPLETE |\n| EXIT_SIGNAL | true |", done],
    ["RALPH_STATUS:\n  STATUS: IN_PROGRESS\n  EXIT_SIGNAL: false", "continue/explicit/continue"],
    ["DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n  REMAINING_WORK: none", done],
    ["DOYAKEN_STATUS:\n  PHASE_COMPLETE: false", "continue/explicit/continue"],
    ["DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n  REMAINING_WORK: task T2", "continue/explicit/complete"],
    ["DOYAKEN_STATUS:\n  PHASE_COMPLETE: true\n  REMAINING_WORK: half the parser", "continue/explicit/continue"],
    ["EXIT_STATUS: COMPLETE\nEXIT_REASON: verified\nREMAINING_WORK: none", done],
    ["EXIT_STATUS: {COMPLETE|CONTINUE}\nEXIT_REASON: {explanation}", silence],
    ["EXIT_STATUS: CONTINUE", "continue/explicit/continue"],
    ["EXIT_SIGNAL: true", done],
    ["- **EXIT_SIGNAL**: false", "continue/explicit/none"],
    ["LOOP_COMPLETE", done],
    ["LOOP_COMPLETE\nand one more thing", silence],
    ['{"status":"COMPLETE","exit_signal":true,"work_type":"IMPLEMENTATION"}', done],
    ['{"status":"COMPLETE","name":"a build"}', silence],
  ])("%s", (text, says) => expect(read(text)).toBe(says));
});

describe("the last whole answer counts, and a no beats a yes", () => {
  it.each<Row>([
    [`${block("EXIT_SIGNAL: false")}\n${yes}`, done],
    [`${yes}\n${block("EXIT_SIGNAL: false")}`, "continue/explicit/none"],
    [`${yes}\n\nEXIT_STATUS: CONTINUE`, "continue/explicit/continue"],
    [`EXIT_STATUS: CONTINUE\n\n${yes}`, "continue/explicit/continue"],
    [`${promise}\n\nEXIT_SIGNAL: false`, "continue/explicit/complete"],
    [`I should not output ${promise}.\nNow all is finished.\n${promise}`, "continue/explicit/complete"],
    [`I will not output ${promise} until the tests pass.\nNow all is finished.\n${promise}`, done],
    [`The task is not complete.\n\n${yes}`, "continue/explicit/continue"],
    [`${yes}\n\nI was unable to finish the task.`, "continue/explicit/continue"],
    [`Not all tasks are complete.\n\n${yes}`, "continue/explicit/complete"],
    [`The task was not complete before. Now it is.\n\n${yes}`, done],
    [`The other half is still to do.\n\n${yes}`, "continue/explicit/continue"],
    [`The second half of the parser is missing.\n\n${yes}`, "continue/explicit/continue"],
    [`The second half of the parser was missing; I added it.\n\n${yes}`, done],
    [`The other half of the tests takes a minute.\n\n${yes}`, done],
    [`The task is not complete.\n\n$ cat log\n${yes}\n$ exit`, "continue/explicit/continue"],
    [`${yes}\n---RALPH_STATUS---\nSTATUS: IN_PROGRESS`, "continue/explicit/continue"],
    ["---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\n---END_STATUS---", "complete/explicit"],
    ["---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true", "complete/prose"],
    ["---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: false", "continue/explicit"],
  ])("%s", (text, says) => {
    const [claim = "", explicit = ""] = says.split("/");
    expect(read(text).startsWith(`${claim}/${explicit}`)).toBe(true);
  });
});

describe("what is shown, told or handed on is no answer", () => {
  it.each<Row>([
    [`When finished, output:\n\n${yes}`, silence],
    [`I added a section. Agents now end with:\n\n\`\`\`\n${yes}\n\`\`\``, silence],
    [`3. Print the block below.\n\n${yes}`, silence],
    [`Lorsque tout est terminé, affiche :\n\n${yes}`, silence],
    [`全部完成后输出：\n\n${promise}`, silence],
    [`\`\`\`\`markdown\n\`\`\`\n${yes}\n\`\`\`\n\`\`\`\`\nThat is what PROMPT.md has to say.`, silence],
    [`\`\`\`bash\necho "${promise}"\n${promise}\n\`\`\``, silence],
    [`\`\`\`diff\n+${promise}\n\`\`\``, silence],
    [`diff --git a/x b/x\n@@ -1 +1 @@\n+${promise}`, silence],
    [`cat <<EOF\n${promise}\nEOF`, silence],
    [`> ${promise}`, silence],
    [`<example>\n${promise}\n</example>`, silence],
    [`<!--\n${promise}\n-->`, silence],
    [`The prompt contains\n\n    ${promise}\n\nas its token.`, silence],
    [`+${promise}`, silence],
    [`Skipping ${promise}.`, silence],
    [`There are more stories, so I'm withholding ${promise}`, silence],
    [`Como quedan tareas, no emito ${promise}`, silence],
    [`e.g. ${promise}`, silence],
    [`${promise} is printed when the work is finished.`, silence],
    [`${promise} Only after all stories are finished.`, silence],
    [`The token is \`${promise}\`.`, silence],
    ["<promise>STORY_COMPLETE</promise>", silence],
    [`---\nname: r\ndescription: d\n---\nDo one story.\n\n${yes}`, silence],
    [`You are an autonomous agent.\n\nWork on one story.\n\n${promise}`, silence],
    [`#!/bin/bash\nset -e\necho "${promise}"\n`, silence],
    [`User: print this when done\n${promise}\nAssistant: I read the plan.`, silence],
    [`OpenAI Codex v0.1\n--------\nuser\nprint ${promise}\n${promise}\ncodex\nI read the plan.`, silence],
    [`=== Iteration 1 ===\n${promise}\n=== Iteration 2 ===\nA bug turned up in the printer.`, silence],
  ])("%s", (text, says) => expect(read(text)).toBe(says));
});

describe("the agent's own announcement is an answer", () => {
  it.each<Row>([
    [`Finally, the status:\n\n${yes}`, done],
    [`After running all the tests, the status is:\n\n${yes}`, done],
    [`Voici le statut final :\n\n${yes}`, done],
    [`\`\`\`\n${yes}\n\`\`\``, done],
    [`${yes}\n\n## Summary\n\nThe parser was rewritten.`, done],
    [`I did not find a failing story. ${promise}`, done],
    [`There are no remaining stories, so: ${promise}`, done],
    [`⏺ Bash(npm test)\n  ⎿  14 passed\n\n⏺ All stories are done.\n\n${promise}`, done],
    [`User: go on\nAssistant: All stories are done.\n${promise}`, done],
    ["<promise> COMPLETE </promise>", done],
    [`All done.${promise}`, done],
    ['<promise nonce="ab12">COMPLETE</promise>', done],
    [`${promise} All stories are done.`, done],
  ])("%s", (text, says) => expect(read(text)).toBe(says));
});

describe("a refusal to print the token is an explicit no", () => {
  it.each<Row>([
    [`Nine stories are left, so I should NOT output the \`${promise}\` signal.`, "continue/explicit"],
    [`The PRD has more stories, so \`${promise}\` cannot be output yet.`, "continue/explicit"],
    [`I looked at it. I will not emit the completion signal.`, "continue/explicit"],
    [`Do not output ${promise} before all stories pass.`, "none/prose"],
  ])("%s", (text, says) => expect(read(text).startsWith(says)).toBe(true));
});

describe("words alone", () => {
  it.each<Row>([
    ["All 8 tasks have been completed and verified. The test suite passes.", "complete/prose/complete"],
    ["Done! All the requested changes have been made and the tests pass.", "complete/prose/complete"],
    ["Everything in the PRD has been implemented, tested and committed. No tasks remain.", "complete/prose/complete"],
    ["Task is complete. I created hello.py.", "complete/prose/complete"],
    ["All subtasks of Task 3 are complete.", "none/prose/complete"],
    ["Not all tasks are complete.", silence],
    ["Once the implementation is finished, I will run the tests.", silence],
    ["The feature will be ready for review tomorrow.", silence],
    ["Are all tasks complete?", silence],
    ["All tasks complete: no", silence],
    ["The project is 95% complete.", silence],
    ["All high-priority tasks are complete.", silence],
    ["The implementation plan is complete.", silence],
    ["Session complete.", silence],
    ["The log now prints: All tasks complete!", silence],
    ["The implementation is complete, with the exception of rate limiting.", silence],
    ["The app is implemented in Go.", silence],
    ["Phase 1: All tasks complete. Phase 2: starting now.", silence],
    ["Acceptance criteria:\n- All tasks are complete", silence],
    ["1a2b3c4 feat: all tasks complete", silence],
    ["All tasks are done. 3 tests fail.", silence],
    ['The issue says "all tasks are complete".', silence],
    ["The scheduler detects deadlocks.", silence],
    ["Added files would be listed below the heading.", silence],
    ["Built properly, an index halves the query time.", silence],
    ["I've created a plan for the migration.", silence],
  ])("%s", (text, says) => expect(read(text)).toBe(says));

  it.each<Row>([
    ["All tasks are done!\n\n- [x] Login\n- [ ] Reset password", "continue"],
    ["Implementation complete!\n\nRemaining work:\n- write the migration", "continue"],
    ["There are still 3 unchecked stories. The task is complete.", "continue"],
    ["The importer is **not** finished.", "continue"], // The emphasis hid "not ".
    ["Der Import ist noch nicht fertig.", "continue"], // A list of words to look for did not have it.
    ["I'm blocked on file permissions. Please grant write access.", "blocked"],
    ["我需要写入权限才能继续，请授权。", "blocked"],
  ])("%s", (text, claim) => expect(read(text).split("/")[0]).toBe(claim));
});

describe("success of one thing claims the task, not the run", () => {
  it.each<Row>([
    ["I've successfully added the parser.", "none/prose/complete"],
    ["Done. PR created: https://example.com/pull/3", "none/prose/complete"],
    ["The parser is now complete.", "none/prose/complete"],
    ["Added deadlock detection to the scheduler.", "none/prose/complete"],
    ["US-2 is complete. 5 stories remain, so I should NOT output the completion signal.", "continue/explicit/complete"],
    ['{"status":"DONE","story":"US-7"}', "none/prose/complete"],
    ["I've successfully added the parser. The printer is not implemented yet.", "continue/prose/none"],
    ["Done. Which database should I use?", silence],
    ["Once this is done. I will see.", silence],
    ["I have not successfully added the parser.", silence],
  ])("%s", (text, says) => expect(read(text)).toBe(says));
});

describe("the words a run agreed on", () => {
  it("takes another promise word, and the abort word", () => {
    expect(read("<promise>ALL DONE</promise>", { promise: "all done" })).toBe(done);
    expect(read(promise, { promise: "ALL DONE" })).toBe(silence);
    expect(readAgentReport(readTranscript("<promise>STOP</promise>"), { abortPromise: "STOP" }).abort).toBe(true);
  });

  it("binds every yes to the turn's nonce: without it the claim is weak, and a no counts all the same", () => {
    const weak = "complete/prose/complete";
    const nonce = "k7q2";
    expect(read(block("EXIT_SIGNAL: true", `NONCE: ${nonce}`), { nonce })).toBe(done);
    expect(read(yes, { nonce })).toBe(weak);
    expect(read("<promise>COMPLETE k7q2</promise>", { nonce })).toBe(done);
    expect(read("<promise nonce=k7q2>COMPLETE</promise>", { nonce })).toBe(done);
    expect(read("<promise nonce=other>COMPLETE</promise>", { nonce })).toBe(weak);
    expect(read(promise, { nonce })).toBe(weak);
    expect(read("EXIT_SIGNAL: true\nNONCE: other", { nonce })).toBe(weak);
    expect(read("EXIT_SIGNAL: false", { nonce })).toBe("continue/explicit/none");
  });

  it("counts the user's phrases in place of ours", () => {
    const phrases = (patterns: string[]) =>
      readAgentReport(readTranscript("Ship it now. All tasks are complete."), { patterns }).phrases.map(
        ({ name }) => name,
      );
    expect(phrases(["ship   it"])).toEqual(["ship   it"]);
    expect(phrases(["/sh.p it/"])).toEqual(["/sh.p it/"]);
    expect(phrases(["not there"])).toEqual([]);
  });
});

describe("what else the words tell", () => {
  const said = (text: string) => readAgentReport(readTranscript(text));

  it.each([
    ["0 errors, 0 warnings.", 0],
    ["I improved the error handling.", 0],
    ["I fixed the error in the parser.", 0],
    ["No errors were found.", 0],
    ["Error: cannot find module 'x'\nError: cannot find module 'y'", 2],
    ["The build failed.", 1],
  ])("errors in %s: %i", (text, errors) => expect(said(text).errors).toBe(errors));

  it.each([
    ["Which database should I use?", 1],
    ["Is there anything else you would like?", 0],
    ["你现在需要我做什么？", 1],
    ["I asked myself why. Then I fixed it.", 0],
  ])("questions in %s: %i", (text, questions) => expect(said(text).questions).toBe(questions));

  it.each([
    ["All 12 tests pass.", "pass"],
    ["3 tests fail.", "fail"],
    ["12 tests pass, 3 tests fail.", "mixed"],
    ["The tests were not run.", "skip"],
    ["I changed a file.", "unknown"],
    [block("TESTS_STATUS: NOT_RUN", "EXIT_SIGNAL: false"), "skip"],
    [block("TESTS_STATUS: PASSING", "EXIT_SIGNAL: false"), "pass"],
  ])("tests in %s: %s", (text, tests) => expect(said(text).tests).toBe(tests));

  it.each([
    ["Remaining work: none", null],
    ["There is nothing left to do.", null],
    ["Optional: a dark theme could be added.", null],
    ["Two tasks remain.", "list"],
    ["Next task: T4", "list"],
    ["The parser is not yet implemented.", "task"],
  ])("remaining in %s: %s", (text, of) => expect(said(text).remaining?.of ?? null).toBe(of));

  it("tells an iteration that only ran tests", () => {
    expect(said(block("WORK_TYPE: TESTING", "FILES_MODIFIED: 0", "EXIT_SIGNAL: false")).testOnly).toBe(true);
    expect(said(block("WORK_TYPE: TESTING", "FILES_MODIFIED: 2", "EXIT_SIGNAL: false")).testOnly).toBe(false);
  });
});
