// What a person says while the run goes on.
import { claim } from "../endings.mjs";
import { pieces } from "../pieces.mjs";
import { named, redProject, todo } from "../projects.mjs";
import { ids, numbered, solverOf } from "../solver.mjs";
import { asks, works } from "../truth.mjs";

const files = ["roman", "slug", "median"];
const { solve } = solverOf(...files);
const three = { files: redProject(...files), list: todo(...named(...files)) };
const header = "// Licence: MIT\n";
/** Does its task, and what the person says in the prompt. */
const listens = async (turn) => {
  if (turn.call === 1) await turn.whilePersonActs();
  const work = solve(turn);
  if (turn.prompt.includes("licence line")) turn.write(work, header + turn.read(work));
  return claim(turn, { work });
};
const hasHeader = (file) => asks((place) => place.read(pieces[file].source) === header + pieces[file].right);
const completed = { outcome: "completed", really: numbered(files, works), done: ids(3) };
const tell = (place, ...words) => {
  const { text } = place.ask("tell", ...words, "Begin the file with a licence line.");
  if (!/T\d/.test(text)) throw new Error(`the words were not taken: ${text}`);
};

export const words = [
  {
    name: "words-for-the-task-at-work",
    about: "a person says something during the first turn: its claim waits for one more, which has the words",
    ...three,
    agent: listens,
    person: (place) => tell(place),
    truth: { ...completed, really: { ...completed.really, T1: hasHeader("roman") }, best: 4 },
  },
  {
    name: "words-for-a-later-task",
    about: "a person says something for the third task during the first turn: no turn is spent on it",
    ...three,
    agent: listens,
    person: (place) => tell(place, "--task", "T3"),
    truth: { ...completed, really: { ...completed.really, T3: hasHeader("median") }, refused: [], best: 3 },
  },
];
