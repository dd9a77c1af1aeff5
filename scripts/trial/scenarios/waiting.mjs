// Agents that ask, wait, or are blocked.
import { blocked, claim, prose } from "../endings.mjs";
import { pieces } from "../pieces.mjs";
import { named, redProject, todo } from "../projects.mjs";
import { ids, numbered, solverOf } from "../solver.mjs";
import { works } from "../truth.mjs";

const files = ["roman", "slug", "median"];
const four = [...files, "chunk"];
const { solve } = solverOf(...four);
const honest = (turn) => claim(turn, { work: solve(turn) });
const three = { files: redProject(...files), list: todo(...named(...files)) };
const really = numbered(files, works);
const completed = { outcome: "completed", really, done: ids(3), best: 4 };
const nothing = { really, done: [], best: 3, atMost: 3 };

export const waiting = [
  {
    name: "needs-a-later-task",
    about: "the first task needs the third one, and says so",
    files: redProject(...files),
    list: todo(`${named("roman")[0]}, with the helper of T3`, ...named("slug", "median")),
    agent: (turn) =>
      turn.task === "T1" && turn.read("src/median.js") !== pieces.median.right
        ? blocked(turn, "waits for T3: its helper in src/median.js is not there yet")
        : honest(turn),
    truth: { ...completed, atMost: 4 },
  },
  {
    name: "needs-a-later-task-in-prose",
    about: "the same, said in plain words without a block",
    files: redProject(...files),
    list: todo(`${named("roman")[0]}, with the helper of T3`, ...named("slug", "median")),
    agent: (turn) =>
      turn.task === "T1" && turn.read("src/median.js") !== pieces.median.right
        ? prose("I changed nothing: this needs T3 first, whose helper in src/median.js does not exist yet.")
        : honest(turn),
    truth: { ...completed, atMost: 5 },
  },
  {
    name: "a-question-in-every-turn",
    about: "an agent that asks the same and does nothing",
    ...three,
    agent: () => prose("Before I begin: should I write this in JavaScript or in TypeScript? Please let me know."),
    truth: { ...nothing, outcome: "blocked", setAside: null },
  },
  {
    name: "blocked-in-every-turn",
    about: "an agent that is blocked by the same thing whatever the task",
    ...three,
    agent: (turn) => blocked(turn, "I have no permission to write files in this folder"),
    truth: { ...nothing, outcome: "blocked", setAside: null, best: 2 },
  },
  {
    name: "asks-once-and-then-decides",
    about: "the second task begins with a question; told that nobody answers, the agent decides",
    ...three,
    agent: (turn) =>
      turn.task === "T2" && turn.nth === 1
        ? prose("Should slugs keep digits or drop them? I will wait for your answer before I change anything.")
        : honest(turn),
    truth: completed,
  },
  {
    name: "asks-after-the-work",
    about: "each turn does its task, claims it in the block, and asks what else it could do",
    ...three,
    agent: (turn) =>
      claim(turn, { work: solve(turn), say: "The function is written and tested. Would you like me to add examples?" }),
    truth: { ...completed, refused: [], best: 3 },
  },
  {
    name: "one-of-four-is-blocked",
    about: "one task needs a key that nobody gave; the others are done",
    files: redProject(...four),
    list: todo(...named(...four)),
    agent: (turn) =>
      turn.task === "T2" ? blocked(turn, "the API key SLUG_KEY is not set on this machine") : honest(turn),
    truth: {
      outcome: "blocked",
      really: numbered(four, works),
      done: ["T1", "T3", "T4"],
      setAside: ["T2"],
      refused: [],
      best: 4,
    },
  },
  {
    name: "answered-meanwhile",
    about: "what blocked the first task is gone when another task is done; it gets its turn again",
    files: redProject(...files),
    list: todo(...named(...files)),
    agent: (turn) =>
      turn.task === "T1" && turn.read("src/slug.js") !== pieces.slug.right
        ? blocked(turn, "needs slugify of T2, which only throws so far")
        : honest(turn),
    truth: completed,
  },
];
