// Lists with a task that cannot be done, or not yet, and work that is taken out of the tree and brought back.
import { blocked, claim } from "../endings.mjs";
import { forty, fortyAgent, fortyDone } from "../forty.mjs";
import { pieces } from "../pieces.mjs";
import { named, redProject, todo } from "../projects.mjs";
import { ids, numbered, solverOf } from "../solver.mjs";
import { asks, works } from "../truth.mjs";

const files = ["roman", "slug", "median"];
const four = [...files, "chunk"];
const { solve, byTask } = solverOf(...four);
const honest = (turn) => claim(turn, { work: solve(turn) });
const fourTasks = { files: redProject(...four), list: todo(...named(...four)) };
const really = numbered(four, works);
const impossible = {
  files: {
    ...redProject(...four),
    "test/slug.test.js": pieces.slug.test.replace(
      "\n\ntest(",
      '\n\ntest("slug 0: no slug at all and a slug at once", () => assert.equal(slugify("A"), slugify("A") + "b"));\ntest(',
    ),
  },
  list: fourTasks.list,
};
const withoutT2 = {
  outcome: ["needs-review", "stuck"],
  really: { ...really, T2: asks(() => false) },
  done: ["T1", "T3", "T4"],
  setAside: ["T2"],
  refused: ["T2"],
};
const redOther = `import assert from "node:assert/strict";
import { test } from "node:test";

test("the server in the cellar answers", () => assert.equal(1, 2));
`;

export const badTasks = [
  {
    name: "forty-tasks-one-impossible",
    about: "forty tasks; the ninth cannot be done, and its turns leave a failing test behind",
    ...forty,
    agent: fortyAgent,
    truth: {
      outcome: ["needs-review", "stuck"],
      ...fortyDone,
      setAside: ["T9"],
      parked: ["T9"],
      refused: ["T9"],
      best: 41,
      atMost: 44,
    },
  },
  {
    name: "impossible-and-claimed",
    about: "a test of the second task can never pass; the agent tries and claims every time",
    ...impossible,
    agent: (turn) => {
      if (turn.task !== "T2") return honest(turn);
      turn.write("src/slug.js", `${pieces.slug.right}// Attempt ${turn.nth}: ${"x".repeat(turn.nth)}\n`);
      turn.append("src/slug.js", `export const attempt = ${turn.nth};\n`);
      return claim(turn, { work: "src/slug.js" });
    },
    truth: { ...withoutT2, best: 5, atMost: 6 },
  },
  {
    name: "impossible-and-admitted",
    about: "the same, and the agent says that no code can make it pass",
    ...impossible,
    agent: (turn) =>
      turn.task === "T2"
        ? blocked(turn, "test slug 0 asks that a value differs from itself: no code can make it pass")
        : honest(turn),
    truth: { ...withoutT2, outcome: "blocked", refused: [], best: 4 },
  },
  {
    name: "impossible-and-breaks-others",
    about: "the attempts at the second task break the first one; they are taken out of the tree",
    ...impossible,
    agent: (turn) => {
      if (turn.task !== "T2") return honest(turn);
      turn.write("src/roman.js", `${pieces.roman.wrong}// ${turn.nth}\n`);
      turn.write("src/slug.js", `${pieces.slug.wrong}export const attempt = ${turn.nth};\n`);
      return claim(turn, { work: "src/slug.js" });
    },
    truth: { ...withoutT2, parked: ["T2"], best: 5, atMost: 6 },
  },
  {
    name: "judged-again-without-a-call",
    about: "the first task is right and its test needs the third one: set aside, and done when that is there",
    files: {
      ...redProject(...files),
      "src/roman.js": pieces.roman.stub,
      "test/roman.test.js": `${pieces.roman.test}
import { median } from "../src/median.js";
test("roman 3: of a median", () => assert.equal(toRoman(median([1, 2, 3])), "II"));
`,
    },
    list: todo(...named(...files)),
    agent: (turn) => {
      if (turn.task !== "T1") return honest(turn);
      turn.write("src/roman.js", `${pieces.roman.right}${turn.nth > 1 ? `export const looked = ${turn.nth};\n` : ""}`);
      return claim(turn, { work: "src/roman.js", say: "toRoman is right as it stands." });
    },
    truth: {
      outcome: "completed",
      really: numbered(files, works),
      done: ids(3),
      refused: ["T1"],
      best: 4,
      atMost: 5,
    },
  },
  {
    name: "parked-and-brought-back",
    about:
      "the second task breaks an old part and is parked; a person tells what was missing, and --resume brings it back",
    files: redProject(...files),
    list: todo(...named(...files)),
    thenRuns: [{ words: ["--resume"], before: tellWhatWasMissing }],
    agent: (turn) => {
      if (turn.task !== "T2") return honest(turn);
      // Nobody writes the table twice: without the parked work there is nothing to finish.
      if (turn.exists("HINT.md") && turn.exists("src/slug-table.js")) {
        turn.writeAll({ "src/clamp.js": redProject()["src/clamp.js"], "src/slug.js": pieces.slug.right });
        return claim(turn, { work: "src/slug.js, src/slug-table.js" });
      }
      turn.writeAll({
        "src/clamp.js": "export const clamp = (value) => value;\n",
        "src/slug.js": `${pieces.slug.wrong}export const attempt = ${turn.nth};\n`,
      });
      if (turn.nth === 1) turn.write("src/slug-table.js", 'export const table = { ä: "ae" };\n');
      return claim(turn, { work: "src/slug.js" });
    },
    truth: {
      outcome: "completed",
      really: { T1: works("roman"), T2: asks(isSlugWithTable), T3: works("median") },
      done: ids(3),
      refused: ["T2"],
      best: 5,
      atMost: 6,
    },
  },
  {
    name: "red-since-before",
    about: "a test that no task asks for fails since before the run: no turn is spent on it, and it is named",
    files: { ...redProject("roman", "slug"), "test/cellar.test.js": redOther },
    list: todo(...named("roman", "slug")),
    agent: honest,
    truth: {
      outcome: "needs-review",
      really: numbered(["roman", "slug"], works),
      done: ids(2),
      refused: [],
      best: 2,
    },
  },
  {
    name: "red-since-before-accepted",
    about: "the same where the person accepts known failures",
    files: { ...redProject("roman", "slug"), "test/cellar.test.js": redOther },
    list: todo(...named("roman", "slug")),
    args: ["--set", "knownFailures=accept"],
    agent: honest,
    truth: {
      outcome: "completed",
      really: numbered(["roman", "slug"], works),
      done: ids(2),
      refused: [],
      best: 2,
    },
  },
  {
    name: "wanders-without-a-claim",
    about: "the second task's turns change things and never come to an end; the others are done",
    ...fourTasks,
    args: ["--max-iterations-per-task", "4"],
    agent: (turn) => {
      if (turn.task !== "T2") return honest(turn);
      turn.write("src/slug.js", `${byTask(turn).wrong}export const attempt = ${turn.nth};\n`);
      return { say: "I am still trying another way to write this." };
    },
    truth: { ...withoutT2, outcome: "stuck", refused: [], best: 7, atMost: 8 },
  },
];

function tellWhatWasMissing(place) {
  if (place.read("src/slug-table.js") !== "") throw new Error("the work of T2 is in the tree, and breaks an old part");
  place.write("HINT.md", "clamp stays as it was; slugs are in lower case.\n");
}

function isSlugWithTable(place) {
  return place.read("src/slug.js") === pieces.slug.right && place.read("src/slug-table.js") !== "";
}
