import answers from "./wrong-answers.rs?raw";

export interface RustAnswers {
  readonly path: string;
  readonly marks: string;
  readonly isRight: boolean;
}

/**
 * The module that stands at the end of a changed file. Nothing of Rust runs when a file is loaded, so that `loaded` is
 * written with the first call.
 */
export const rustWrongAnswers = ({ path, marks, isRight }: RustAnswers): string =>
  `\n${answers}`
    .replaceAll("UNTILDONE_IS_RIGHT", String(isRight))
    .replaceAll("UNTILDONE_MARKS", () => rawString(marks))
    .replaceAll("UNTILDONE_PATH", () => rawString(path));

const rawString = (text: string): string => `r####"${text}"####`;
