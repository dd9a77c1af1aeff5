// Lists of all kinds, and lists that change while the run goes on.
import { blocked, claim } from "../endings.mjs";
import { pieces } from "../pieces.mjs";
import { named, redProject, todo } from "../projects.mjs";
import { ids, numbered, solverOf } from "../solver.mjs";
import { asks, works } from "../truth.mjs";

const files = ["roman", "slug", "median"];
const four = [...files, "chunk"];
const { solve } = solverOf(...four);
const write = (turn, file) => {
  turn.write(pieces[file].source, pieces[file].right);
  return claim(turn, { work: pieces[file].source });
};
const titles = named(...four);
const honest = (turn) => claim(turn, { work: solve(turn) });
const three = { files: redProject(...files), list: todo(...named(...files)) };
const completed = { outcome: "completed", really: numbered(files, works), done: ids(3), refused: [], best: 3 };

/** The pieces of a list with headings or parents, by the words of the prompt: there the numbers tell nothing. */
const byPrompt = (turn) => {
  const text = turn.prompt.slice(turn.prompt.indexOf("## Your task"));
  const first = four
    .map((file) => ({ file, at: text.indexOf(pieces[file].source) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)[0];
  return first ? write(turn, first.file) : claim(turn, { say: "All of its parts are done." });
};

export const lists = [
  {
    name: "subtasks-under-headings",
    about: "tasks with subtasks under headings; a subtask says little without what it stands under",
    files: redProject(...four),
    list: `# Work

## Numbers
- [ ] T1: Functions about numbers
  - [ ] T2: ${titles[0]}
  - [ ] T3: ${titles[2]}

## Text
- [ ] T4: ${titles[1]}
- [ ] T5: ${titles[3]}
`,
    agent: byPrompt,
    truth: {
      outcome: "completed",
      really: {
        T1: asks((place) => place.read("src/roman.js") === pieces.roman.right),
        T2: works("roman"),
        T3: works("median"),
        T4: works("slug"),
        T5: works("chunk"),
      },
      done: ids(5),
      refused: [],
      best: 4,
    },
  },
  {
    name: "parents-without-text",
    about: "two parents with two parts each: nobody is asked about the parents",
    files: redProject(...four),
    list: `- [ ] T1: Numbers
  - [ ] T2: ${titles[0]}
  - [ ] T3: ${titles[2]}
- [ ] T4: Text and lists
  - [ ] T5: ${titles[1]}
  - [ ] T6: ${titles[3]}
`,
    agent: byPrompt,
    truth: {
      outcome: "completed",
      really: {
        T1: works("roman"),
        T2: works("roman"),
        T3: works("median"),
        T4: works("slug"),
        T5: works("slug"),
        T6: works("chunk"),
      },
      done: ids(6),
      refused: [],
      best: 4,
    },
  },
  {
    name: "tasks-out-of-scope",
    about: "tasks under headings that put them off: no turn is spent on them, and they do not hold up the end",
    files: redProject(...four),
    list: `## Now
- [ ] T1: ${titles[0]}
- [ ] T2: ${titles[1]}

## Out of scope
- [ ] T3: ${titles[2]}

## Nice to have
- [ ] T4: ${titles[3]}
`,
    args: ["--set", 'knownFailures=["median 1: odd","median 2: even","chunk 1: with a rest","chunk 2: nothing"]'],
    agent: honest,
    truth: {
      outcome: "completed",
      really: numbered(four, works),
      done: ["T1", "T2"],
      refused: [],
      best: 2,
    },
  },
  {
    name: "a-list-that-is-done",
    about: "every box is ticked and every test passes: no agent is started",
    files: { ...redProject("roman"), "src/roman.js": pieces.roman.right },
    list: `- [x] T1: ${titles[0]}\n`,
    agent: honest,
    truth: { outcome: "completed", really: { T1: works("roman") }, done: ["T1"], notByUs: ["T1"], best: 0 },
  },
  {
    name: "some-done-before",
    about: "the first task was done by a person before the run",
    files: { ...redProject(...files), "src/roman.js": pieces.roman.right },
    list: three.list.replace("- [ ] T1", "- [x] T1"),
    agent: honest,
    truth: { ...completed, notByUs: ["T1"], best: 2 },
  },
  {
    name: "an-order-that-is-written",
    about: "the first task says that it depends on the second",
    files: redProject(...files),
    list: todo(`${titles[0]} (depends on T2)`, titles[1], titles[2]),
    agent: (turn) =>
      turn.task === "T1" && turn.read("src/slug.js") !== pieces.slug.right
        ? blocked(turn, "T2 has to be done first")
        : honest(turn),
    truth: completed,
  },
  {
    name: "a-person-adds-a-task",
    about: "while the first turn works, a person writes one more task into the list",
    files: redProject(...four),
    list: three.list,
    format: "claude",
    agent: async (turn) => {
      if (turn.call === 1) await turn.whilePersonActs();
      return honest(turn);
    },
    person: (place) => place.write("TODO.md", `${place.read("TODO.md")}- [ ] T4: ${titles[3]}\n`),
    truth: { outcome: "completed", really: numbered(four, works), done: ids(4), refused: [], best: 4 },
  },
  {
    name: "a-person-does-a-task",
    about: "while the first turn works, a person does the third task and ticks it",
    ...three,
    format: "claude",
    agent: async (turn) => {
      if (turn.call === 1) await turn.whilePersonActs();
      return honest(turn);
    },
    person: (place) => {
      place.write("src/median.js", pieces.median.right);
      place.write("TODO.md", place.read("TODO.md").replace("- [ ] T3", "- [x] T3"));
    },
    truth: { ...completed, notByUs: ["T3"], best: 2 },
  },
  {
    name: "a-person-rewords-a-task",
    about: "while the first turn works, a person rewords the second task and takes the third one off the list",
    ...three,
    format: "claude",
    args: ["--set", "knownFailures=accept"],
    agent: async (turn) => {
      if (turn.call === 1) await turn.whilePersonActs();
      return honest(turn);
    },
    person: (place) => {
      const lines = place.read("TODO.md").split("\n");
      const kept = lines.filter((line) => !line.includes("T3:"));
      place.write("TODO.md", kept.map((line) => line.replace("T2: Implement", "T2: Please implement")).join("\n"));
    },
    truth: {
      outcome: "completed",
      really: numbered(files, works),
      done: ids(2),
      refused: [],
      best: 2,
    },
  },
  {
    name: "the-agent-moves-the-list",
    about: "the first turn moves the list to a folder of its own; it is put back",
    ...three,
    agent: (turn) => {
      if (turn.call === 1) turn.run("mkdir -p docs && mv TODO.md docs/TODO.md");
      return honest(turn);
    },
    truth: completed,
  },
];
