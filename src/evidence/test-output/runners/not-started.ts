import { byShape, type Runner } from "../runner.js";

/** Messages of package managers, make or Python for a missing script, target or runner: no test was started. */
export const notStarted: Runner = {
  name: "test script",
  commands: [],
  starts: [
    "npm ERR! ",
    "npm error ",
    "ERR_PNPM_NO_SCRIPT",
    "error ",
    "error: ",
    "make: ",
    "make[",
    "/…No module named",
  ],
  reader: (ledger) => {
    const missing = ([line = ""]: readonly string[]): void => ledger.nothing(line);
    return byShape([
      [/^npm (?:ERR!|error) (?:code \S+ )?[Mm]issing script: /, missing],
      [/^ERR_PNPM_NO_SCRIPT\b/, missing],
      [/^error Command "test[\w:-]*" not found\.$/, missing],
      [/^error: (?:Script not found "test|missing script: test)/i, missing],
      [/^make(?:\[\d+\])?: \*\*\* No rule to make target [`']\S*test\S*'\. {2}Stop\.$/, missing],
      [/^make(?:\[\d+\])?: (?:Nothing to be done for [`']\S*test\S*'|[`']\S*test\S*' is up to date)\.$/, missing],
      [/^\/\S+: No module named (?:pytest|nose2?|tox|django)\b/, missing],
    ]);
  },
};
