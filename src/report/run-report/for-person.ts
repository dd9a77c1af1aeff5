/** What is missing is worded for the agent; a person needs no advice on how to claim it again. */
export const forPerson = (reason: string): string =>
  reason.replaceAll(/: do (?:it|the work) now, or, if [^;]{0,40}, name the file and the lines/g, "");
