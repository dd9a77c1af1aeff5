/** Removes control characters: titles, details and messages quote foreign text that must not reach a terminal raw. */
export const printable = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, " ");

/** The same for text with our own line breaks and colours. */
export const printableLines = (text: string): string =>
  text.replaceAll(
    /\u001b(?!\[[\d;]*m)|[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    "",
  );
