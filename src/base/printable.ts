/** Titles, details and messages quote others: none of their control characters may reach a terminal. */
export const printable = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, " ");

/** The same for a text with lines and colours of ours. */
export const printableLines = (text: string): string =>
  text.replaceAll(
    /\u001b(?!\[[\d;]*m)|[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    "",
  );
