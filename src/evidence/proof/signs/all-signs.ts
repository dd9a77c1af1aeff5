import { alwaysEqual } from "./always-equal.js";
import { asksForRunner } from "./asks-for-runner.js";
import { assignedClock } from "./assigned-clock.js";
import { countedAnswers } from "./counted-answers.js";
import { emptiedCatch } from "./emptied-catch.js";
import { exitsOnLoad } from "./exits-on-load.js";
import { readsTests } from "./reads-tests.js";
import { replacedMatcher } from "./replaced-matcher.js";
import type { SignFinder } from "./sign.js";
import { stack } from "./stack.js";
import { suppression } from "./suppression.js";
import { testEnvironment } from "./test-environment.js";

/** Every sign that can be read from source. */
export const allSigns: readonly SignFinder[] = [
  alwaysEqual,
  replacedMatcher,
  readsTests,
  stack,
  assignedClock,
  asksForRunner,
  exitsOnLoad,
  suppression,
  countedAnswers,
  emptiedCatch,
  testEnvironment,
];
