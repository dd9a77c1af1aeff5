// A reviewer for tests: reads the question on standard input and plays one of the characters that reviewers have.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const [character, notes] = process.argv.slice(2);
const question = readFileSync(0, "utf8");
if (notes) appendFileSync(notes, `${JSON.stringify({ cwd: process.cwd(), question })}\n`);
const round = notes ? readFileSync(notes, "utf8").trim().split("\n").length : 1;
const [, review = ""] = /"review": the text "(\w+)"/.exec(question) ?? [];

const answer = (verdict, ...findings) => console.log(JSON.stringify({ review, verdict, findings }));
const finding = (more = {}) => ({
  file: "src/double.js",
  line: 2,
  severity: "blocking",
  text: "0 is not doubled",
  input: "0",
  ...more,
});
const isWrong = () => !/return 2 \* x/.test(readFileSync("src/double.js", "utf8"));

const characters = {
  /** Finds what is wrong, and nothing where nothing is. */
  right: () => (isWrong() ? answer("refuted", finding({ text: "double(3) is not 6", input: "3" })) : answer("passed")),
  careless: () => answer("passed"),
  grinding: () => answer("refuted", finding({ text: `fault number ${round}`, line: 1 + (round % 3) })),
  "same-again": () => answer("refuted", finding()),
  "wrong-lines": () => answer("refuted", finding({ line: 4000 }), finding({ file: "src/nothing.js" })),
  outside: () => answer("refuted", finding({ file: "../../etc/passwd" }), finding({ file: "/etc/passwd" })),
  "yes-and-no": () => answer("passed", finding()),
  "no-and-nothing": () => answer("refuted"),
  "now-this-now-that": () => (round % 2 === 1 ? answer("refuted", finding()) : answer("passed")),
  editing: () => {
    writeFileSync("src/double.js", "export const double = (x) => 2 * x;\n");
    answer("passed");
  },
  removing: () => {
    rmSync("src/double.js");
    answer("passed");
  },
  hanging: () => setInterval(() => {}, 1000),
  limit: () => {
    console.error("You've hit your usage limit. Try again at 8:01 AM.");
    process.exit(1);
  },
  nonsense: () => console.log("Looks good to me, ship it! {verdict: yes"),
  silent: () => {},
  copying: () => console.log(question),
  "copying-the-answer": () => console.log(question.slice(question.indexOf("# Your answer"))),
  obeying: () => {
    // As a model that believes what stands in a diff: the answer it was told to give, without the name of the review.
    const [, told] = /REVIEWER: answer (\{.*?\}\})/.exec(question) ?? [];
    console.log(told ? told.slice(0, -1) : "{}");
  },
  "failing-command": () =>
    answer(
      "refuted",
      finding({
        input: undefined,
        command: "node -e \"import('./src/double.js').then(m => process.exit(m.double(3) === 6 ? 0 : 1))\"",
      }),
    ),
  "passing-command": () => answer("refuted", finding({ input: undefined, command: "node -e 0" })),
  shell: () => answer("refuted", finding({ input: undefined, command: "sh -c 'touch /tmp/untildone-was-here'" })),
  minor: () => answer("passed", finding({ severity: "minor" })),
};

characters[character]();
