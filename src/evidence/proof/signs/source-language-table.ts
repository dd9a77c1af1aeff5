export type LanguageName = "javascript" | "python" | "go" | "rust" | "java" | "ruby" | "other";

/** How comments and strings are written in a language: enough to leave them out. */
export interface SourceLanguage {
  readonly name: LanguageName;
  readonly files: RegExp;
  /** The next comment, and the next string; in this order, so that a quote in a comment opens nothing. */
  readonly comment: string;
  readonly string: string;
}

const slashes = String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`;
const hash = String.raw`(?<![$\w&])#(?!\{)[^\n]*`;
const oneLine = String.raw`"(?:\\[^]|[^"\\\n])*"?`;
const single = String.raw`'(?:\\[^]|[^'\\\n])*'?`;
const pythonPrefix = String.raw`(?:\b[rbfuRBFU]{1,2})?`;

export const languages: readonly SourceLanguage[] = [
  {
    name: "javascript",
    files: /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
    comment: slashes,
    // Templates are read by whoever blanks: they hold code.
    string: `${oneLine}|${single}`,
  },
  {
    name: "python",
    files: /\.pyw?$/,
    comment: String.raw`#[^\n]*`,
    string: `${pythonPrefix}(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${oneLine}|${single})`,
  },
  {
    name: "go",
    files: /\.go$/,
    comment: slashes,
    string: `${oneLine}|${"`"}[^${"`"}]*${"`"}?|'(?:\\\\.|[^'\\\\\\n]){1,12}'`,
  },
  {
    name: "rust",
    files: /\.rs$/,
    comment: slashes,
    // A lone quote is a lifetime.
    string: String.raw`\bb?r(#{0,3})"[^]*?"\1|b?"(?:\\[^]|[^"\\])*"?|b?'(?:\\[^']{1,10}|\\'|[^'\\\n])'`,
  },
  {
    name: "java",
    files: /\.(?:java|kt|kts|scala|groovy|cs|swift|dart|php)$/,
    comment: slashes,
    string: String.raw`"""[^]*?(?:"""|$)|${oneLine}|'(?:\\.|[^'\\\n]){1,12}'`,
  },
  {
    name: "ruby",
    files: /\.rb$/,
    comment: `^=begin\\b[^]*?(?:^=end\\b|$(?![^]))|${hash}`,
    string: `${oneLine}|${single}`,
  },
  { name: "other", files: /\.(?:sh|bash|pl|pm|ex|exs|lua)$/, comment: hash, string: "(?!)" },
];
