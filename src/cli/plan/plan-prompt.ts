/** What the agent is asked: a list, and nothing else. */
export function planPrompt({
  spec,
  hasTests,
  refused,
}: {
  readonly spec: string;
  readonly hasTests: boolean;
  /** The last list and what was wrong with it; null at first. */
  readonly refused: { readonly answer: string; readonly why: readonly string[] } | null;
}): string {
  return [
    "Write a task list from the specification below. Look at this repository first, so that the tasks fit it. Change no file, start no",
    "work, and ask nothing: your answer is the list itself, in your last message, not a plan to be approved.",
    "",
    "Another agent will do one task after another, each in a turn of its own that knows only its task. So:",
    "",
    "- Each task is small enough for one turn, and says what will be different: which file, function, command or page, and what it does then.",
    "- Each task can be checked. Name the file of the test that it adds or makes pass, or put a criterion below it that a command decides:",
    "  `verify: COMMAND` ends with status 0 if it is done, and not before.",
    ...(hasTests
      ? []
      : [
          "- This project has no tests that can be run: let the first task add them, or give every task a `verify:` command.",
        ]),
    '- A task that needs another one says so: "(depends on T1)" at the end of its line.',
    "- Leave out what changes nothing here: reviews, decisions, deployments.",
    "- Write the text of the tasks in the language of the specification.",
    "",
    "Answer with one block in this form, and nothing after it:",
    "",
    "```markdown",
    "- [ ] T1: Add parseDate() in src/date.js, which reads 2026-01-31",
    "  - test/date.test.js covers a leap year and a month that does not exist",
    "- [ ] T2: Show the date in `app list` (depends on T1)",
    "  - verify: node bin/app.js list | grep -q 2026-01-31",
    "```",
    "",
    "The specification:",
    "",
    fence(spec),
    ...(refused
      ? [
          "",
          "Your last answer was not taken:",
          "",
          ...refused.why.map((line) => `- ${line}`),
          "",
          "It was:",
          "",
          fence(refused.answer),
          "",
          "Answer with the whole list again.",
        ]
      : []),
    "",
  ].join("\n");
}

/** A fence that is longer than any in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,20}/g)].map(([mark]) => mark.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}\n${text.trimEnd()}\n${mark}`;
}

/** The list in an answer: the last block with boxes or, without one, all from the first box on. Null if there is none. */
export function findList(answer: string): string | null {
  const blocks = [...answer.matchAll(/^ {0,3}(`{3,20}|~{3,20})[^\n]*\n([\s\S]*?)^ {0,3}\1[ \t]*$/gm)].map(
    ([, , body = ""]) => body,
  );
  const inBlock = blocks.findLast((body) => hasTask(body));
  if (inBlock !== undefined) return `${inBlock.trimEnd()}\n`;
  const at = answer.search(hasBox);
  return at < 0 ? null : `${answer.slice(at).trimEnd()}\n`;
}

export const hasTask = (text: string): boolean => hasBox.test(text);

const hasBox = /^[ \t]*[-*+] \[[ xX]\] \S/m;
