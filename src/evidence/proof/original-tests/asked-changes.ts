import { namesFile, namesSubject, splitName } from "../test-owner.js";

/** A task that says so takes something away, and its tests with it. */
const takesAway =
  /\b(?:remov(?:e|es|ed|ing|al)|delet(?:e|es|ed|ing|ion)|drop(?:s|ped|ping)?|renam(?:e|es|ed|ing)|mov(?:e|es|ed|ing)|replac(?:e|es|ed|ing|ement)|split(?:s|ting)?|merg(?:e|es|ed|ing)|extract(?:s|ed|ing|ion)?)\b/i;

/** Whether a person's text asks to take this name, file or folder away. The word for it and the name stand in one sentence. */
export const asksToTakeAway = (text: string, name: string): boolean =>
  sentencesOf(text).some((sentence) => takesAway.test(sentence) && namesIt(sentence, name));

/** Whether a text asks to take anything away. */
export const takesSomethingAway = (text: string): boolean => sentencesOf(text).some((each) => takesAway.test(each));

const changesTests =
  /\b(?:updat|chang|rewrit|adapt|adjust|regenerat|refresh|convert|migrat|correct|reword)\w*\b[^.\n]{0,80}\b(?:tests?|specs?|snapshots?|goldens?|fixtures?|expectations?|expected|cases)\b/i;
const changes = /\b(?:updat|chang|rewrit|adapt|adjust|regenerat|refresh|convert|migrat|correct|reword|edit)\w*\b/i;

/** Whether a text asks to change tests or what they compare with: in so many words, or by the name of the file. */
export const asksToChangeTests = (text: string, files: readonly string[]): boolean =>
  sentencesOf(text).some(
    (sentence) =>
      changesTests.test(sentence) ||
      (changes.test(sentence) && files.some((file) => namesFile(sentence.toLowerCase(), file))),
  );

const wrong = "(?:wrong(?:ly)?|outdated|out of date|incorrect(?:ly)?|stale|obsolete|mistaken)";
const asTested = "(?:expectations?|expected (?:values?|results?|outputs?)|assertions?|snapshots?|tests?|specs?)";
const findsTestWrong = new RegExp(
  `\\bexpects? (?:an? |the )?${wrong}\\b|\\b${wrong} ${asTested}\\b|\\b${asTested}(?: in \\S+)? (?:is|are) ${wrong}\\b`,
  "i",
);

/**
 * Whether a text says that what these tests expect is wrong: then they are what there is to mend, not the code. "Fix the
 * test" says less, since most who write it want it to pass.
 */
export const saysTestIsWrong = (text: string, files: readonly string[]): boolean =>
  sentencesOf(text).some((each) => findsTestWrong.test(each)) &&
  files.some((file) => namesFile(text.toLowerCase(), file));

const sentencesOf = (text: string): readonly string[] => text.split(/\n|(?<=[.!?;])\s/);

/** Folders that say nothing about what is in them. */
const general = new Set("src lib app test tests spec specs source packages index main mod init py js ts".split(" "));

function namesIt(sentence: string, name: string): boolean {
  const text = sentence.toLowerCase();
  if (!name.includes("/") && !/\.\w{1,5}$/.test(name)) return namesWords(text, name);
  if (namesFile(text, name)) return true;
  const parts = name.replace(/\.\w{1,5}$/, "").split("/");
  return parts.some((part) => !general.has(part.toLowerCase()) && namesWords(text, part));
}

/** The name itself, or all of its words that say something: "toCsv" is named by "the CSV export". */
function namesWords(text: string, name: string): boolean {
  const words = splitName(name);
  if (words.length === 0) return false;
  if (words.join("").length > 2 && namesSubject(text, words.join(""))) return true;
  const telling = words.filter((word) => word.length > 2 && !general.has(word));
  const said = new Set(splitName(text));
  return telling.length > 0 && telling.every((word) => said.has(word) || said.has(`${word}s`));
}
