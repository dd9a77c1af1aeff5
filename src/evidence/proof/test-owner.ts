import { testFile } from "../../decide/check-comparison.js";
import type { Task } from "../../decide/tasks.js";
import { readNamedTests } from "./named-tests.js";
import type { TestedNames, TestedNamesOf } from "./tested-names.js";

/** Which task a test belongs to: the only one whose text names the test's file, subject or what it imports. Null if none or several do. */
export type OwnerOf = (test: string) => string | null;

/**
 * A list may be long, so its tasks are only read when a test is asked about. The subject of a test is the name of its file
 * ("test/word-count.test.js" is about "word count"); without a file, or if no task names that, the first word of its name;
 * and if no task names that either, what its file imports ("slugify").
 */
export function ownersIn(tasks: readonly Task[], testedBy?: TestedNamesOf): OwnerOf {
  const known = new Map<string, string | null>();
  return (test) => {
    const owner = known.has(test) ? (known.get(test) ?? null) : findOwner(test, tasks, testedBy);
    known.set(test, owner);
    return owner;
  };
}

function findOwner(test: string, tasks: readonly Task[], testedBy?: TestedNamesOf): string | null {
  const file = testFile(test);
  const isNamed = (is: (name: string) => boolean) => (task: Task) => is(nameOfTask(task));
  const ways: readonly Way[] = [
    ...(file === null ? [] : [{ is: isNamed((name) => namesFile(name.toLowerCase(), file)) }]),
    ...(file === null ? [] : [{ is: (task: Task) => asksFor(task, file), onlyIfOne: true }]),
    ...subjectsOf(test, file).map((subject) => ({ is: isNamed((name) => namesSubject(name.toLowerCase(), subject)) })),
    ...(file === null || !testedBy ? [] : [{ is: isNamed((name) => namesTested(name, testedBy(file))) }]),
    ...(file === null ? [] : [{ is: (task: Task) => isNamedBelow(task, file) }]),
  ];
  for (const { is, onlyIfOne } of ways) {
    const found = tasks.filter(is);
    if (found.length === 1) return found[0]?.id ?? null;
    if (found.length > 1 && !onlyIfOne) return null;
  }
  return null;
}

/** One way in which a task may be the one that a test is about. */
interface Way {
  is(task: Task): boolean;
  /** Where it holds for several tasks, it says nothing of any. */
  readonly onlyIfOne?: boolean;
}

const isNamedBelow = ({ below = [] }: Task, file: string): boolean =>
  below.some((line) => namesFile(line.toLowerCase(), file));

/** Whether the text below a task asks for the test to pass. */
const asksFor = (task: Task, file: string): boolean =>
  isNamedBelow(task, file) &&
  readNamedTests((task.below ?? []).join("\n")).tests.some(
    (test) => test.asked && namesFile(test.file.toLowerCase(), file),
  );

/**
 * A name as code has it, or the file it stands in. A plain word may stand in any sentence: it counts only where the text
 * marks it as code, or begins with what is to be made ("Add slugify").
 */
const namesTested = (text: string, { names, files }: TestedNames): boolean =>
  names.some((name) => isWordOf(text, name) && (!/^[a-z]+$/.test(name) || isMarked(text, name))) ||
  files.some((file) => /\.\w{1,5}$/.test(file) && namesFile(text.toLowerCase(), file));

const isMarked = (text: string, name: string): boolean =>
  text.includes(`\`${name}`) ||
  text.includes(`${name}(`) ||
  new RegExp(`^\\W*\\p{L}+ ${name}(?![\\p{L}\\p{N}_-])`, "u").test(text.replace(/^\S{1,20}: /, ""));

function isWordOf(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w$]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + name.length] ?? "")) return true;
  return false;
}

/** All that the list says of a task. */
export const taskText = (task: Pick<Task, "title" | "acceptance" | "below">): string =>
  [nameOfTask(task), ...(task.below ?? [])].join("\n");

/** What it is about. The text below it may speak of anything. */
const nameOfTask = ({ title, acceptance }: Pick<Task, "title" | "acceptance">): string =>
  [title, ...acceptance].join("\n");

/** The whole path, or its last part where that is a name and not only an ending. */
export function namesFile(text: string, file: string): boolean {
  const path = file.toLowerCase();
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [path, name].some((each) => {
    const at = text.indexOf(each);
    return at >= 0 && !/[\w-]/.test(text[at - 1] ?? "") && !/[\w-]/.test(text[at + each.length] ?? "");
  });
}

const maxSubject = 3;

/** "word count", "word-count" and "wordcount" are the same subject: up to three words written as one. */
export function namesSubject(text: string, subject: string): boolean {
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
export const splitName = (text: string): readonly string[] =>
  (text.replaceAll(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ").match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());

/** Words that say where or how something is tested, not what. */
const general = new Set(
  "test tests testing spec specs it cy e2e unit integration smoke acceptance regression all main index app lib core src suite suites basic util utils example examples module the a an should when".split(
    " ",
  ),
);
