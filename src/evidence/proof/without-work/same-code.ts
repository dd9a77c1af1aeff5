import { blank } from "../signs/blank.js";
import { languageOf } from "../signs/source-language.js";
import type { SourceText } from "./plan-experiments.js";

/** Whether only comments and the ends of lines changed. In doubt it is another code. */
export function isSameCode({ path, old, now }: SourceText): boolean {
  const language = languageOf(path);
  if (language === undefined || old === null || now === null) return false;
  const [was, is] = [old, now].map((text) => withoutEnds(blank(text, language).code));
  return was === is && ordersIn(old) === ordersIn(now);
}

const withoutEnds = (code: string): string =>
  code
    .split(/\r\n|\n|\r/)
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join("\n");

/** Comments that tell compilers and interpreters what to do. */
const order = /^(?:#!.*|\s*\/\/(?:go:|\s*\+build\b|\/\s*<).*|\s*#.*\bcoding[:=].*)$/gm;

const ordersIn = (text: string): string => (text.match(order) ?? []).join("\n");
