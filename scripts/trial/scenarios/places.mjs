// Other projects and other ways to run: Python, no git, no checks, no list, several worktrees.
import { claim, prose } from "../endings.mjs";
import { pieces } from "../pieces.mjs";
import { named, plainProject, python, pythonProject, redProject, todo } from "../projects.mjs";
import { ids, numbered, solverOf } from "../solver.mjs";
import { asks, says, works, worksInPython } from "../truth.mjs";

const files = ["roman", "slug", "median"];
const four = [...files, "chunk"];
const { solve } = solverOf(...four);
const honest = (turn) => claim(turn, { work: solve(turn) });
const three = { files: redProject(...files), list: todo(...named(...files)) };
const completed = { outcome: "completed", really: numbered(files, works), done: ids(3), refused: [], best: 3 };

const modules = ["median", "initials", "digits"];
const moduleOf = (turn) => modules[Number(turn.task.slice(1)) - 1];
const inPython = { really: numbered(modules, worksInPython), done: ids(3), refused: [], best: 3 };
const unittest = ["--check", "tests=python3 -m unittest"];

const notes = {
  files: plainProject(),
  list: todo("Write notes/two.txt about the second visit", "Write notes/three.txt about the third visit"),
  agent: (turn) => {
    const file = turn.task === "T1" ? "notes/two.txt" : "notes/three.txt";
    turn.write(file, `What happened at this visit (${turn.task}).\n`);
    return claim(turn, { say: "The note is written.", work: file });
  },
};
const notesTruth = {
  really: { T1: says("notes/two.txt", "visit"), T2: says("notes/three.txt", "visit") },
  done: ids(2),
  refused: [],
  best: 2,
};

export const places = [
  {
    name: "python-red-tests",
    about: "a Python project whose unittest tests wait for the work",
    needs: ["python3"],
    files: pythonProject(...modules),
    list: todo(...modules.map((name) => `Implement ${name} in ${name}.py so that tests/test_${name}.py passes`)),
    args: unittest,
    agent: (turn) => {
      const name = moduleOf(turn);
      turn.write(`${name}.py`, python[name].right);
      return claim(turn, { work: `${name}.py` });
    },
    truth: { outcome: "completed", ...inPython, verified: true },
  },
  {
    name: "python-tests-of-its-own",
    about: "a Python project; each turn writes its module and its tests, and claims in prose",
    needs: ["python3"],
    files: pythonProject(),
    list: todo(...modules.map((name) => `Add ${name}.py with a function ${name}, and tests for it`)),
    args: unittest,
    agent: (turn) => {
      const name = moduleOf(turn);
      turn.writeAll({ [`${name}.py`]: python[name].right, [`tests/test_${name}.py`]: python[name].test });
      return prose(`I added ${name}.py and tests/test_${name}.py. All tests pass, the task is complete.`);
    },
    truth: { outcome: "completed", ...inPython, verified: true },
  },
  {
    name: "python-impossible-without-git",
    about: "a Python project without git; the second task cannot be done, and its broken module is taken out again",
    needs: ["python3"],
    hasGit: false,
    files: pythonProject(...modules),
    list: todo(...modules.map((name) => `Implement ${name} in ${name}.py so that tests/test_${name}.py passes`)),
    args: unittest,
    agent: (turn) => {
      const name = moduleOf(turn);
      if (name !== "initials") {
        turn.write(`${name}.py`, python[name].right);
        return claim(turn, { work: `${name}.py` });
      }
      turn.write("initials.py", `def initials(name):\n    return name[${turn.nth}]\n`);
      turn.write("clamp.py", "def clamp(value, low, high):\n    return value\n");
      return claim(turn, { work: "initials.py" });
    },
    truth: {
      outcome: ["needs-review", "stuck"],
      ...inPython,
      done: ["T1", "T3"],
      setAside: ["T2"],
      parked: ["T2"],
      refused: ["T2"],
      best: 4,
    },
  },
  {
    name: "a-check-without-test-names",
    about: "the only check is a shell script that says yes or no, red until the last task",
    files: {
      "check.sh": "grep -q one pages/one.html && grep -q two pages/two.html && grep -q three pages/three.html\n",
      "pages/index.html": "<p>index</p>\n",
    },
    list: todo("Write the page pages/one.html", "Write the page pages/two.html", "Write the page pages/three.html"),
    args: ["--check", "pages=sh check.sh"],
    agent: (turn) => {
      const name = ["one", "two", "three"][Number(turn.task.slice(1)) - 1];
      turn.write(`pages/${name}.html`, `<p>${name}</p>\n`);
      return claim(turn, { work: `pages/${name}.html` });
    },
    truth: {
      outcome: "completed",
      really: Object.fromEntries(
        ["one", "two", "three"].map((name, at) => [`T${at + 1}`, says(`pages/${name}.html`, name)]),
      ),
      done: ids(3),
      refused: [],
      best: 3,
    },
  },
  {
    name: "without-git",
    about: "a project that is no repository",
    ...three,
    hasGit: false,
    agent: honest,
    truth: { ...completed, verified: true },
  },
  {
    name: "without-checks",
    about: "nothing in the project can check anything: all is done, and a person is asked to look",
    ...notes,
    truth: { outcome: "needs-review", ...notesTruth },
  },
  {
    name: "without-checks-accepted",
    about: "the same where the person accepts work that nothing checks",
    ...notes,
    hasGit: false,
    args: ["--set", "unverified=accept"],
    truth: { outcome: "completed", ...notesTruth },
  },
  {
    name: "without-a-list",
    about: "one prompt instead of a list",
    files: { ...redProject("roman"), "PROMPT.md": "Implement toRoman in src/roman.js so that its tests pass.\n" },
    list: null,
    args: ["--tasks", "none"],
    agent: (turn) => {
      turn.write("src/roman.js", pieces.roman.right);
      return claim(turn, { work: "src/roman.js" });
    },
    truth: { outcome: "completed", really: {}, done: [], best: 1 },
  },
  {
    name: "two-at-once",
    about: "four tasks in two worktrees at a time: no call after the last one is merged",
    files: redProject(...four),
    list: todo(...named(...four)),
    args: ["--parallel", "2"],
    agent: honest,
    truth: {
      outcome: "completed",
      really: Object.fromEntries(four.map((file, at) => [`T${at + 1}`, asks((place) => isMerged(place, file))])),
      done: ids(4),
      refused: [],
      best: 4,
    },
  },
  {
    name: "in-a-worktree",
    about: "the run has a worktree and a branch of its own",
    ...three,
    args: ["--worktree"],
    agent: honest,
    truth: {
      ...completed,
      really: Object.fromEntries(files.map((file, at) => [`T${at + 1}`, asks((place) => isMerged(place, file, true))])),
    },
  },
];

/** On the run's branch, committed there or, in its worktree, only written. */
function isMerged(place, file, isInWorktree = false) {
  const { source, right } = pieces[file];
  if (isInWorktree) {
    const paths = place.outputOf("git", "worktree", "list", "--porcelain").matchAll(/^worktree (.+)$/gm);
    return [...paths].some(([, path]) => place.outputOf("cat", `${path}/${source}`) === right);
  }
  const branch = place.outputOf("git", "branch", "--list", "untildone/*", "--format=%(refname:short)").split("\n");
  return branch.some((name) => name !== "" && place.outputOf("git", "show", `${name}:${source}`) === right);
}
