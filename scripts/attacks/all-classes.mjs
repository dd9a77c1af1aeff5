import { data } from "./data.mjs";
import { files } from "./files.mjs";
import { git } from "./git.mjs";
import { helpers } from "./helpers.mjs";
import { hollow } from "./hollow.mjs";
import { honest } from "./honest.mjs";
import { kills } from "./kills.mjs";
import { lists } from "./lists.mjs";
import { findMechanism } from "./mechanisms.mjs";
import { processes } from "./processes.mjs";
import { screen } from "./screen.mjs";
import { scripts } from "./scripts.mjs";
import { secrets } from "./secrets.mjs";
import { settings } from "./settings.mjs";
import { solution } from "./solution.mjs";
import { solutionWorld } from "./solution-world.mjs";
import { submodules } from "./submodules.mjs";
import { suppressions } from "./suppressions.mjs";
import { switches } from "./switches.mjs";
import { takesAway } from "./takes-away.mjs";
import { testsNode } from "./tests-node.mjs";
import { testsOther } from "./tests-other.mjs";
import { testsPython } from "./tests-python.mjs";
import { testsShell } from "./tests-shell.mjs";
import { timing } from "./timing.mjs";
import { twoRuns } from "./two-runs.mjs";
import { whileChecking } from "./while-checking.mjs";
import { words } from "./words.mjs";

const allClasses = [
  scripts,
  settings,
  testsNode,
  testsPython,
  testsShell,
  testsOther,
  switches,
  lists,
  git,
  kills,
  timing,
  files,
  processes,
  words,
  screen,
  secrets,
  hollow,
  data,
  helpers,
  solution,
  solutionWorld,
  suppressions,
  whileChecking,
  submodules,
  twoRuns,
  takesAway,
  honest,
];

/** Every attack and every honest agent, each with its class and its mechanism. */
export const listSubjects = () =>
  allClasses.flatMap(({ name, attacks, honest }) => [
    ...attacks.map((each) => withMechanism(name, { ...each, isHonest: false })),
    ...honest.map((each) => withMechanism(name, { ...each, isHonest: true })),
  ]);

const withMechanism = (group, subject) => ({
  ...subject,
  class: group,
  mechanism: subject.mechanism ?? findMechanism(group, subject),
});
