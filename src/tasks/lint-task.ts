import type { Task } from "../decide/tasks.js";

/** Whether an agent can work on a task, and what would show that it is done. */
export type TaskVerdict = "ready" | "vague" | "too big" | "no way to check it" | "changes nothing";

export interface LintedTask {
  readonly id: string;
  readonly title: string;
  readonly line: number | null;
  readonly verdict: TaskVerdict;
  /** What to do about it; null where it is ready. */
  readonly why: string | null;
}

export interface LintOptions {
  /** The project has tests that a run makes: a new one can show any change of code. */
  readonly hasTests: boolean;
  /** Whether a command holds whatever the project is like, such as `true`. */
  readonly saysNothing?: (command: string) => boolean;
}

type TaskFinding = readonly [verdict: TaskVerdict, why: string];

/** What is left to do, each with a verdict. What is done, skipped or only grouped needs none. */
export const lintEachTask = (tasks: readonly Task[], options: LintOptions): readonly LintedTask[] =>
  tasks
    .filter(({ status, isGroup }) => status !== "done" && status !== "skipped" && !isGroup)
    .map((task) => {
      const [verdict, why] = lintTask(task, options) ?? ["ready", null];
      return { id: task.id, title: task.title, line: task.line, verdict, why };
    });

/** The first thing that is in the way; null for a task that is ready. */
function lintTask(task: Task, options: LintOptions): TaskFinding | null {
  if (isVague(task))
    return ["vague", "say what will be different, and where: a file, a command, an input and what comes out"];
  const size = describeSize(task);
  if (size !== null) return ["too big", `${size}: split it into tasks that one turn can do`];
  const empty = emptyCheck(task, options);
  if (empty !== undefined)
    return ["no way to check it", `verify: ${empty} cannot fail: name a command that fails until it is done`];
  if (hasOwnCheck(task) || task.kind === "action") return null;
  if (mayChangeNothing(task))
    return [
      "changes nothing",
      'it may change no file, so nothing will show that it is done: add (verify: COMMAND), or write it as "action: …"',
    ];
  if (!options.hasTests)
    return [
      "no way to check it",
      "this project has no tests: add (verify: COMMAND), a command that fails until it is done",
    ];
  return null;
}

const changesNothing =
  /^(?:\S*\d\S*[:.)]?\s+)?(?:push|deploy|publish|release|announce|review|investigate|research|explore|analy[sz]e|monitor|discuss|decide|ask)\b/i;

export const mayChangeNothing = ({ title }: Pick<Task, "title">): boolean => changesNothing.test(title);

/** A command beside it, or a file of tests that it names. */
export const hasOwnCheck = ({ title, acceptance }: Pick<Task, "title" | "acceptance">): boolean =>
  [title, ...acceptance].some((text) => /\bverify:/i.test(text) || namesTestFile.test(text));

/** A command beside it that cannot fail, where there is none that can. */
function emptyCheck({ title, acceptance }: Task, { saysNothing = () => false }: LintOptions): string | undefined {
  const commands = [title, ...acceptance].flatMap((text) => /\bverify:\s*`?(.+?)`?\)?\s*$/i.exec(text)?.[1] ?? []);
  return commands.every(saysNothing) ? commands[0] : undefined;
}

const namesTestFile =
  /(?:^|[\s`"'(])(?:[\w.-]+\/){0,8}(?:tests?\/[\w./-]{0,80}\.\w{1,5}|test_[\w-]{1,60}\.py|[\w-]{1,60}[._](?:test|spec)\.\w{1,5})/i;

/** Verbs that any result satisfies, and things that are everywhere. */
const aimless =
  /\b(?:improve|enhance|clean ?up|tidy|polish|optimi[sz]e|refactor|modernize|rework|revamp|make (?:it|this|that|things|everything|the (?:code|app|project)) (?:better|nicer|faster|cleaner)|fix (?:the |all |some |any )?(?:bugs?|issues?|problems?|things|stuff|everything)|various|miscellaneous|misc|and so on|etc|as needed|where appropriate)\b/i;

/** A name, a path, a number, something quoted or in code: a thing that can be looked at. */
const concrete = /[`"“'][^`"”']{2,}[`"”']|[\w-]+\.[a-z]\w{0,4}\b|\w\/\w|\b\w+\(|\b[a-z]+[A-Z]\w*|\b\w+_\w+|--\w|\d/;

/** "Do a thing", "Finish everything." */
const placeholder =
  /\b(?:do|finish|build|make|implement|add|write|create|handle|complete) (?:(?:a|an|the|some|all(?: of)?|every|any|it) )?(?:things?|stuff|something|everything|anything|rest|all|it|that|this)\s*[.!]*$/i;

const isVague = ({ id, title, acceptance, below = [] }: Task): boolean =>
  acceptance.length === 0 && !below.some((line) => concrete.test(line)) && isVagueText(withoutId(title, id));

/** Whether words alone say nothing that could be looked at. */
export function isVagueText(text: string): boolean {
  if (concrete.test(text)) return false;
  // Words of other scripts have no blanks between them.
  const isLatin = /^[\p{Script=Latin}\p{P}\p{S}\s\d]*$/u.test(text);
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  return aimless.test(text) || placeholder.test(text) || (isLatin && words.length < 2);
}

const withoutId = (title: string, id: string): string =>
  title.startsWith(id) ? title.slice(id.length).replace(/^[\s:.)-]+/, "") : title;

const mostCriteria = 12;
const mostCharacters = 1_500;

function describeSize({ title, acceptance, below = [] }: Task): string | null {
  if (acceptance.length > mostCriteria) return `it has ${acceptance.length} criteria`;
  const length = [title, ...acceptance, ...below].join("\n").length;
  if (length > mostCharacters) return `it has ${length} characters`;
  return /\b(?:whole|entire|complete) (?:app|application|project|system|backend|frontend|product|rewrite)\b/i.test(
    title,
  )
    ? "it is the whole of something"
    : null;
}
