import { describe, expect, it } from "vitest";
import { readJudgeAnswer } from "./judge.js";
import { readAnswers, readReviewAnswer } from "./review-answer.js";

const marks = { id: "a1b2", boundary: "c3d4" };
const finding = { file: "src/a.js", line: 3, severity: "blocking", text: "0 is lost", input: "f(0)" };
const answer = (more: object = {}): string =>
  JSON.stringify({ review: "a1b2", verdict: "refuted", findings: [finding], ...more });

describe("the answer of a reviewer", () => {
  it.each([
    ["as asked for", answer(), { saysNo: true, findings: 1 }],
    ["behind words and in a fence", `I looked.\n\`\`\`json\n${answer()}\n\`\`\``, { saysNo: true, findings: 1 }],
    ["passed", answer({ verdict: "passed", findings: [] }), { saysNo: false, findings: 0 }],
    [
      "the last one counts",
      `${answer({ verdict: "passed", findings: [] })}\n${answer()}`,
      { saysNo: true, findings: 1 },
    ],
  ])("%s", (_, message, { saysNo, findings }) => {
    const read = readReviewAnswer(message, marks);
    expect(read.is === "answer" && [read.saysNo, read.findings.length]).toEqual([saysNo, findings]);
  });

  it.each([
    ["nothing", "", /said nothing/],
    ["a repeated question", `<<<<< c3d4 ${answer()}`, /repeats the question/],
    ["another review", answer({ review: "b2" }), /does not name this review/],
    ["no name", JSON.stringify({ verdict: "passed", findings: [] }), /does not name this review/],
    ["no verdict of ours", answer({ verdict: "refuted or passed" }), /verdict is/],
    ["a finding without a line", answer({ findings: [{ file: "a", text: "x" }] }), /no file, line or text/],
    ["half an object", '{"review":"a1b2","verdict":"pas', /no answer that can be read/],
  ])("is none: %s", (_, message, why) => {
    const read = readReviewAnswer(message, marks);
    expect(read.is === "none" ? read.why : "an answer").toMatch(why);
  });

  it("is read by a judge, too", () => {
    expect(readJudgeAnswer(answer())).toEqual({ state: "fails", detail: "src/a.js:3: 0 is lost" });
    expect(readJudgeAnswer(answer({ verdict: "passed", findings: [] })).state).toBe("holds");
  });
});

it("reads the author's answers by the names of the findings", () => {
  expect(readAnswers("Done.\nANSWER R1: 0 is no date\n- answer r12: fixed\nANSWER: nothing\nANSWER R3:")).toEqual({
    R1: "0 is no date",
    R12: "fixed",
  });
});
