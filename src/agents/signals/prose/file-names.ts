const fileName =
  /(?<![\w/.-])[\w./-]*\w\.(?:mdx?|txt|jsonl?|ya?ml|toml|[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|cs|cpp|php|sh|sql|html|css)(?![\w/])/g;

/** A lower-case sentence without the names of files: what `TODO.md` or `pending.ts` is called says nothing of the work. */
export const withoutFileNames = (lower: string): string =>
  lower.includes(".") ? lower.replaceAll(fileName, "…") : lower;
