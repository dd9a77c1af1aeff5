// How the honest controls are built: a small library in some language, a task, and an agent that does what it asks.
import { kits } from "./kits.mjs";

export const pick = (...ids) => ids.map((id) => kits[id]);
export const all = pick("js", "ts", "unittest", "pytest", "rust", "go");
/** The entry of a table by language; both Python runners share "python", JavaScript and TypeScript "js". */
export const of = (table, { id }) => table[id] ?? table[shared[id]] ?? null;
const shared = { unittest: "python", pytest: "python", ts: "js" };

const listWork = (step) => [...Object.keys(step.write ?? {}), ...(step.delete ?? [])].join(", ");
/** Real agents end in several ways: with the block they were asked for, with a block of another loop, or in prose. */
const endings = [
  (step) => ({
    say: `I did what the task asks, and ran the tests.\n\n---TASK_STATUS---\nSTATUS: COMPLETE\nWORK: ${listWork(step) || "none"}\nNOTE: none\nNONCE: {{nonce}}\n---END_TASK_STATUS---`,
  }),
  () => ({
    say: "Done. All tests pass.",
    status: { STATUS: "COMPLETE", EXIT_SIGNAL: "true", TESTS_STATUS: "PASSING" },
  }),
  () => ({ say: "The task is complete. I changed what it asks for, added what was missing, and all tests pass." }),
];
let next = 0;
/**
 * The last turn of an honest agent; each control ends in the next way. Prose that nothing proves is asked for twice, so
 * that only provable work ends in it.
 */
const finishes = (step, provable) => {
  const ways = provable ? endings : endings.slice(0, 2);
  return { ...ways[next++ % ways.length](step), ...step };
};
export const blockEnding = (step) => ({ ...endings[0](step), ...step });

/** The files lie there as the agent wrote them: what it wrote is right, and its tests show it. */
const isWritten = (steps) => (place) =>
  steps.every(({ write = {} }, at) =>
    Object.entries(write).every(
      ([name, text]) =>
        name === "TODO.md" ||
        steps.slice(at + 1).some(({ write: later = {} }) => name in later) ||
        place.read(name) === text,
    ),
  ) && steps.every(({ delete: gone = [] }) => gone.every((name) => place.read(name) === ""));

/**
 * `files` is the project beside what the kit brings (which `bare` leaves out), `step` the work, `steps` several turns.
 */
export function control({ name, kit, todo, files = {}, step, steps = [step], bare = false, provable = true, ...more }) {
  const turns = steps.map((each, at) => (at === steps.length - 1 && !each.say ? finishes(each, provable) : each));
  const own = bare ? {} : { [kit.source]: kit.old, [kit.oldTest]: shouting(kit) };
  return {
    name: `${name}-${kit.id}`,
    provable,
    turns: turns.length,
    ...more,
    project: {
      needs: kit.needs ?? [],
      links: kit.links,
      files: { "TODO.md": todo.startsWith("- ") ? todo : `- [ ] T1: ${todo}\n`, ...kit.manifest, ...own, ...files },
      args: ["--tasks", "TODO.md", ...(kit.args ?? [])],
      isDone: isWritten(turns),
      ...more.project,
    },
    steps: turns,
  };
}

export const shouting = (kit) => kit.test(kit.shouts, "shouts", "shout");
