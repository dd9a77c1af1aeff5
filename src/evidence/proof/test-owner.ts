import { testFile } from "../../core/check-comparison.js";
import type { Task } from "../../core/tasks.js";

/** Which task a test belongs to: the only one whose text names the test's file or subject. Null if none or several do. */
export type OwnerOf = (test: string) => string | null;

/**
 * A list may be long, so its tasks are only read when a test is asked about. The subject of a test is the name of its file
 * ("test/word-count.test.js" is about "word count"); without a file, or if no task names that, the first word of its name.
 */
export function ownersIn(tasks: readonly Task[]): OwnerOf {
  const known = new Map<string, string | null>();
  return (test) => {
    const owner = known.has(test) ? (known.get(test) ?? null) : findOwner(test, tasks);
    known.set(test, owner);
    return owner;
  };
}

function findOwner(test: string, tasks: readonly Task[]): string | null {
  const file = testFile(test);
  const names = [
    ...(file === null ? [] : [(text: string): boolean => namesFile(text, file)]),
    ...subjectsOf(test, file).map((subject) => (text: string) => namesSubject(text, subject)),
  ];
  for (const isNamed of names) {
    const found = tasks.filter((task) => isNamed(taskText(task).toLowerCase()));
    if (found.length > 0) return found.length === 1 ? (found[0]?.id ?? null) : null;
  }
  return null;
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

/** "word count", "word-count" and "wordcount" are the same subject: up to three words written as one. */
function namesSubject(text: string, subject: string): boolean {
  if (!text.replaceAll(/[^\p{L}\p{N}]+/gu, "").includes(subject)) return false;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((_, from) =>
    Array.from({ length: maxSubject }, (__, more) => words.slice(from, from + more + 1).join("")).includes(subject),
  );
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
