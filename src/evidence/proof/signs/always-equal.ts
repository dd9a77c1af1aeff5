import {
  anything,
  headers,
  isFalse,
  isOfBuiltIn,
  isTrue,
  namedByText,
  namedFunction,
  shifting,
  unequal,
} from "./always-equal-table.js";
import { type Body, bodyAfter } from "./bodies.js";
import { findPatterns } from "./find-patterns.js";
import type { SignFinder, Suspect } from "./sign.js";
import type { SourceText } from "./source-text.js";

/** Whatever is expected, it is equal. An honest value object compares its fields. */
export const alwaysEqual: SignFinder = {
  name: "always-equal",
  strength: "strong",
  summary: "equality that only returns true",
  find: (source) => [
    ...answering(source, headers[source.language], isTrue),
    ...answering(source, headers[source.language], isOfBuiltIn),
    ...answering(source, namedByText[source.language], isTrue),
    ...byName(source),
    ...answering(source, unequal[source.language], isFalse),
    ...shiftingValues(source),
    ...findPatterns(source, anything),
  ],
};

const what = "here equality only returns true";

function answering(source: SourceText, header: RegExp | undefined, answer: RegExp): readonly Suspect[] {
  if (!header) return [];
  const { code, bare } = source;
  return [...(header === namedByText[source.language] ? code : bare).matchAll(header)].flatMap((found) => {
    const body = bodyAfter(source, found.index + found[0].length);
    if (!body || !onlyAnswers(source, body, answer)) return [];
    const text = source.bare.slice(found.index, body.end).replaceAll(/\s+/g, " ");
    return [{ at: found.index, text, what }];
  });
}

/** Where a function is named that only answers yes. */
function byName(source: SourceText): readonly Suspect[] {
  const shape = namedFunction[source.language];
  if (!shape) return [];
  return [...source.code.matchAll(shape)].flatMap((found) => {
    const head = new RegExp(
      String.raw`\bdef\s+${found[1] ?? ""}\s*(?=\()|(?<![.\w])${found[1] ?? ""}\s*=\s*(?=lambda\b)`,
    ).exec(source.bare);
    const body = head ? bodyAfter(source, head.index + head[0].length) : null;
    if (!body || !(onlyAnswers(source, body, isTrue) || onlyAnswers(source, body, isOfBuiltIn))) return [];
    return [{ at: found.index, text: found[0].trim(), what }];
  });
}

function onlyAnswers({ bare, language }: SourceText, { start, end, isExpression }: Body, answer: RegExp): boolean {
  const body = bare.slice(start, end);
  if (isExpression) return answer.test(body.trim());
  const returned = [...body.matchAll(/\breturn\b([^;\n}]*)/g)].map(([, value = ""]) => value.trim());
  // Rust and Ruby answer with their last line.
  const last =
    language === "rust" || language === "ruby"
      ? (
          body
            .trim()
            .split(/[\n;{}]/)
            .at(-1) ?? ""
        ).trim()
      : "";
  const answers = [...returned, ...(last === "" || /^return\b/.test(last) ? [] : [last])];
  return answers.length > 0 && answers.every((value) => answer.test(value));
}

const counts = /\+\+|--|[-+]=\s*1\b|\.shift\(|\.next\(|\.pop\(/;

function shiftingValues(source: SourceText): readonly Suspect[] {
  if (source.language !== "javascript") return [];
  return [...source.bare.matchAll(shifting)].flatMap((found) => {
    const body = bodyAfter(source, found.index + found[0].length);
    if (!body || !counts.test(source.bare.slice(body.start, body.end))) return [];
    const text = source.bare.slice(found.index, body.end).replaceAll(/\s+/g, " ");
    return [
      { at: found.index, text, what: "this value is another one at every look, so it equals what it should not" },
    ];
  });
}
