/** Reasons are written in lower case, to stand after a colon. Names of files and commands keep their case. */
export const asSentence = (text: string): string =>
  /^(?:untildone|git|npm) |^[a-z]+[^a-z\s,:;']/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
