import { readNamedTests } from "../named-tests.js";
import { namesFile, namesSubject, splitName } from "../test-owner.js";
import { asksForChange, asksForOtherTests, sentencesOf, sentencesTaking } from "./asked-words.js";

/** Whether a person's text asks to take this name, file or folder away. The word for it and the name stand in one sentence. */
export const asksToTakeAway = (text: string, name: string): boolean =>
  sentencesTaking(text).some((sentence) => namesIt(sentence, name));

/** Whether a text asks to take anything away. */
export const takesSomethingAway = (text: string): boolean => sentencesTaking(text).length > 0;

/** Whether a text asks to change tests or what they compare with: in so many words, or by the name of the file. */
export const asksToChangeTests = (text: string, files: readonly string[]): boolean =>
  sentencesOf(text).some(
    (sentence) =>
      asksForOtherTests(sentence) ||
      ((asksForChange(sentence) || /\bedit(?:s|ed|ing)?\b/i.test(sentence)) &&
        files.some((file) => namesFile(sentence.toLowerCase(), file))),
  );

const wrong = "(?:wrong(?:ly)?|outdated|out of date|incorrect(?:ly)?|stale|obsolete|mistaken)";
const asTested = "(?:expectations?|expected (?:values?|results?|outputs?)|assertions?|snapshots?|tests?|specs?)";
const findsTestWrong = new RegExp(
  `\\bexpects? (?:an? |the )?${wrong}\\b|\\b${wrong} ${asTested}\\b|\\b${asTested}(?: in \\S+)? (?:is|are) ${wrong}\\b`,
  "i",
);

/**
 * Whether a text says that what these tests expect is wrong: then they are what there is to mend, not the code. "Fix the
 * test" says less, since most who write it want it to pass. A text that names no file means the only one that changed.
 */
export const saysTestIsWrong = (text: string, { files, isOnly }: TestFiles): boolean =>
  sentencesOf(text).some((each) => findsTestWrong.test(each)) &&
  (files.some((file) => namesFile(text.toLowerCase(), file)) || (isOnly && readNamedTests(text).tests.length === 0));

interface TestFiles {
  readonly files: readonly string[];
  /** No other file of tests was changed. */
  readonly isOnly: boolean;
}

/** Folders that say nothing about what is in them. */
const general = new Set("src lib app test tests spec specs source packages index main mod init py js ts".split(" "));

/** Where a script without blanks meets another: "删除whisper函数". */
const scriptEnd =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])(?=[A-Za-z])|(?<=\w)(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/gu;

function namesIt(written: string, name: string): boolean {
  const sentence = written.replaceAll(scriptEnd, " ");
  const text = sentence.toLowerCase();
  if (!name.includes("/") && !/\.\w{1,5}$/.test(name))
    return namesWords(sentence.replace(whereInCode, " ").toLowerCase(), name);
  if (namesFile(text, name)) return true;
  const parts = name.replace(/\.\w{1,5}$/, "").split("/");
  return parts.some((part) => !general.has(part.toLowerCase()) && namesWords(text, part));
}

/** "Remove duplicates in uniq(list)" does not ask for uniq to go. */
const whereInCode = /\b(?:in|from|inside|within)\s+(?:`[^`\n]+`|[\w.$]+\([^)\n]*\)|[a-z]+[A-Z]\w*)/g;

/** The name itself, or all of its words that say something: "toCsv" is named by "the CSV export". */
function namesWords(text: string, name: string): boolean {
  const words = splitName(name);
  if (words.length === 0) return false;
  if (words.join("").length > 2 && namesSubject(text, words.join(""))) return true;
  const telling = words.filter((word) => word.length > 2 && !general.has(word));
  const said = new Set(splitName(text));
  return telling.length > 0 && telling.every((word) => said.has(word) || said.has(`${word}s`));
}
