import { files } from "./files.mjs";
import { git } from "./git.mjs";
import { kills } from "./kills.mjs";
import { lists } from "./lists.mjs";
import { processes } from "./processes.mjs";
import { screen } from "./screen.mjs";
import { scripts } from "./scripts.mjs";
import { secrets } from "./secrets.mjs";
import { settings } from "./settings.mjs";
import { switches } from "./switches.mjs";
import { testsNode } from "./tests-node.mjs";
import { testsOther } from "./tests-other.mjs";
import { testsPython } from "./tests-python.mjs";
import { testsShell } from "./tests-shell.mjs";
import { timing } from "./timing.mjs";
import { words } from "./words.mjs";

export const allClasses = [
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
];
