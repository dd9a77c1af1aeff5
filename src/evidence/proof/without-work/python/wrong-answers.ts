import answers from "./wrong-answers.py?raw";
import wrongValues from "./wrong-values.py?raw";

/**
 * Runs at the top of a changed module and makes what its functions are decorated with. It holds on to what it needs of
 * other modules, because a test may replace that.
 */
export const wrongAnswers = `\n${answers}`.replace("UNTILDONE_WRONG_VALUES", () => indent(`\n${wrongValues}`));

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "    ");
}
