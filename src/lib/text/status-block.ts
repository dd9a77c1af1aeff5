/** The text without the status blocks in it: `---NAME---` to `---END_NAME---`, or to the end. */
export const withoutStatusBlocks = (text: string): string =>
  text.replaceAll(/^---(\w+)---\s*$[\s\S]*?(?:^---END_\1---\s*$|(?![\s\S]))/gm, "");
