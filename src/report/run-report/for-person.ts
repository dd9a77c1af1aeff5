/** The reason of a completed run, whose first word alone says that the agent claimed it. */
export const explainDone = (reason: string): string =>
  reason
    .replace(/^claimed(?=;)/, "the agent said so")
    .replace(/; ([\w-]+) holds(?=;|$)/, "; the check $1 passes")
    .replace(/; ([\w-]+(?:, [\w-]+)+) hold(?=;|$)/, "; the checks $1 pass");

/** What is missing is worded for the agent; a person needs no advice on how to claim it again. */
export const forPerson = (reason: string): string =>
  reason.replaceAll(/: do (?:it|the work) now, or, if [^;]{0,40}, name the file and the lines/g, "");
