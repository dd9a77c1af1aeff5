import type { SourceLanguage } from "./language.js";

interface KnownLanguage {
  readonly files: RegExp;
  load(): Promise<SourceLanguage>;
}

/** Loaded only while something is proved: the parsers are large. */
const known: readonly KnownLanguage[] = [
  {
    files: /\.(?:[cm]?[jt]s|[jt]sx)$/,
    load: async () => (await import("./javascript/javascript.js")).javascript,
  },
  { files: /\.py$/, load: async () => (await import("./python/python.js")).python() },
  { files: /\.go$/, load: async () => (await import("./go/go.js")).go },
  { files: /\.rs$/, load: async () => (await import("./rust/rust.js")).rust },
];

/** The language a file is written in; null where we can give no wrong answer in it. */
export async function languageOf(path: string): Promise<SourceLanguage | null> {
  const found = known.find(({ files }) => files.test(path));
  return found ? found.load() : null;
}
