// Every scenario of the trial.
import { badTasks } from "./scenarios/bad-tasks.mjs";
import { endings } from "./scenarios/endings.mjs";
import { honestWork } from "./scenarios/honest-work.mjs";
import { liars } from "./scenarios/liars.mjs";
import { limits } from "./scenarios/limits.mjs";
import { lists } from "./scenarios/lists.mjs";
import { oldCode } from "./scenarios/old-code.mjs";
import { places } from "./scenarios/places.mjs";
import { waiting } from "./scenarios/waiting.mjs";
import { words } from "./scenarios/words.mjs";

/**
 * A scenario: `files` and `list` (null: none) of the project, `agent` (what it does in a turn, by the task of its prompt),
 * `args` of the run, `thenRuns` (the words of further runs, and what happens before), `person` (what a person does during
 * a turn that waits for it), and the truth, written first: `really` (how to see whether a task's work is there), `done`,
 * `outcome`, `setAside`, `parked`, `refused` (the only tasks whose claims may be refused), and `best`. The best number of
 * calls is that of a loop that sees through each turn when it ends: honest work once, a claim that was refused once more,
 * and never again. `atMost` is a promise: more calls are wrong, not only wasteful.
 */
export const scenarios = [
  ...endings,
  ...honestWork,
  ...oldCode,
  ...lists,
  ...places,
  ...waiting,
  ...words,
  ...badTasks,
  ...liars,
  ...limits,
];
