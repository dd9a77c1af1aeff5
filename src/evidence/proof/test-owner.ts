import { testFile } from "../../core/check-comparison.js";
import type { Task } from "../../core/tasks.js";

/** Which task a test belongs to: the only one whose text names the test's file or subject. Null if none or several do. */
export type OwnerOf = (test: string) => string | null;

/**
 * Reads the tasks once; tests are asked about one by one. The subject of a test is the name of its file
 * ("test/word-count.test.js" is about "word count"); without a file, or if no task names that, the first word of its name.
 */
export function ownersIn(tasks: readonly Task[]): OwnerOf {
  const texts = tasks.map((task) => ({ id: task.id, text: taskText(task).toLowerCase(), words: taskGrams(task) }));
  const known = new Map<string, string | null>();
  const only = (matches: (text: (typeof texts)[number]) => boolean): string | null | undefined => {
    const found = texts.filter(matches);
    return found.length === 0 ? undefined : found.length === 1 ? (found[0]?.id ?? null) : null;
  };
  const find = (test: string): string | null => {
    const file = testFile(test);
    const byFile = file === null ? undefined : only(({ text }) => namesFile(text, file));
    if (byFile !== undefined) return byFile;
    for (const subject of subjectsOf(test, file)) {
      const owner = only(({ words }) => words.has(subject));
      if (owner !== undefined) return owner;
    }
    return null;
  };
  return (test) => {
    const owner = known.has(test) ? known.get(test) : find(test);
    known.set(test, owner ?? null);
    return owner ?? null;
  };
}

/** All that the list says of a task. */
export const taskText = ({ title, acceptance }: Pick<Task, "title" | "acceptance">): string =>
  [title, ...acceptance].join("\n");

/** The whole path, or its last part where that is a name and not only an ending. */
function namesFile(text: string, file: string): boolean {
  const path = file.toLowerCase();
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [path, name].some((each) => {
    const at = text.indexOf(each);
    return at >= 0 && !/[\w-]/.test(text[at - 1] ?? "") && !/[\w-]/.test(text[at + each.length] ?? "");
  });
}

const maxSubject = 3;

/** Every run of one to three words of the text, written as one: "word count" is "wordcount". */
function taskGrams(task: Task): ReadonlySet<string> {
  const words = splitName(taskText(task));
  const grams = new Set<string>();
  for (let from = 0; from < words.length; from++)
    for (let length = 1; length <= maxSubject; length++) grams.add(words.slice(from, from + length).join(""));
  return grams;
}

function subjectsOf(test: string, file: string | null): readonly string[] {
  const name = file === null ? test : test.slice(file.length).replace(/^(?:::|: )/, "");
  const [first = ""] = wordsOfName(name);
  return [file === null ? "" : subjectOfFile(file), first].filter((subject) => subject.length > 2);
}

/** "test/word-count.test.js" is about "wordcount". */
export const subjectOfFile = (file: string): string =>
  wordsOfName(file.slice(file.lastIndexOf("/") + 1).replace(/\.\w{1,5}$/, "")).join("");

/** The words of a test's name that say what it is about. */
export const wordsOfName = (name: string): readonly string[] => splitName(name).filter((word) => !general.has(word));

/** The words of a name or a text, in small letters: "parseDate", "parse_date" and "parse date" are two words. */
const splitName = (text: string): readonly string[] =>
  (text.replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ").match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());

/** Words that say where or how something is tested, not what. */
const general = new Set(
  "test tests testing spec specs it cy e2e unit integration smoke acceptance regression all main index app lib core src suite suites basic util utils example examples module the a an should when".split(
    " ",
  ),
);
