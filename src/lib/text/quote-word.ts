/** A word of a command, to be pasted into a shell. */
export const quoteWord = (text: string): string =>
  /^[\w@%+=:,./-][\w@%+=:,./~-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
