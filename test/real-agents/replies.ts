import type { ModelRequest, Reply } from "./fake-model/reply.js";

const code = {
  double: "export const double = (n) => 2 * n;\n",
  greet: 'export const greet = (name) => "Hello, " + name;\n',
};

/** The nonce of this turn: the last one in the conversation. */
const readNonce = ({ text }: ModelRequest): string => [...text.matchAll(/NONCE: (\w+)/g)].at(-1)?.[1] ?? "";

/** Says that the task is done, as the prompt asks for it. */
export const claim = (words: string, work: string): Reply => ({
  say: (request) =>
    [
      `${words}\n`,
      "---TASK_STATUS---",
      "STATUS: COMPLETE",
      `WORK: ${work}`,
      "NOTE: none",
      `NONCE: ${readNonce(request)}`,
      "---END_TASK_STATUS---",
    ].join("\n"),
});

/** Says that it cannot go on, and why. */
export const blocked = (why: string): Reply => ({
  say: (request) =>
    [
      "I cannot go on.\n",
      "---TASK_STATUS---",
      "STATUS: BLOCKED",
      "WORK: none",
      `NOTE: ${why}`,
      `NONCE: ${readNonce(request)}`,
      "---END_TASK_STATUS---",
    ].join("\n"),
});

const writeCode = (name: keyof typeof code): Reply => ({ write: `src/${name}.js`, content: code[name] });

/** Does a task: writes the file, runs the tests, and says so. */
export const doTask = (name: keyof typeof code): readonly Reply[] => [
  writeCode(name),
  { shell: `node --test test/${name}.test.js` },
  claim(`Added ${name} and ran its test.`, `src/${name}.js`),
];

/** A command that never ends, and one that ends when the file `go` is there. Both show that they have begun. */
export const hangingCommand: Reply = { shell: "touch begun; tail -f /dev/null" };
export const waitingCommand: Extract<Reply, { shell: string }> = {
  shell: "touch begun; while [ ! -e go ]; do read -t 0.1 _ < /dev/null; done",
};

/** Does a task and says so twice, in words only: these are believed the second time. */
export const proseTask = (name: keyof typeof code): readonly Reply[] => {
  const words = { say: `I have implemented ${name} in src/${name}.js, and its test passes. The task is complete.` };
  return [writeCode(name), words, words];
};
