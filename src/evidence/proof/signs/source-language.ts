import { languages, type SourceLanguage } from "./source-language-table.js";

export const languageOf = (path: string): SourceLanguage | undefined => languages.find(({ files }) => files.test(path));
