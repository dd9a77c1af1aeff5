import { exitsWell, leavesAtOnce, patterns } from "./assigned-clock-table.js";
import { bodyAfter } from "./bodies.js";
import { closingAt } from "./brackets.js";
import { isEntry } from "./entry.js";
import { findPatterns } from "./find-patterns.js";
import type { SignFinder, Suspect } from "./sign.js";
import type { SourceText } from "./source-text.js";

/** What everybody measures with is another thing than it was. Fake timers belong into tests. */
export const assignedClock: SignFinder = {
  name: "clock",
  strength: "strong",
  summary: "assigns to the clock or to how the process ends",
  find(source, all) {
    const ends = findPatterns(source, exitsWell);
    return [
      ...findPatterns(source, patterns),
      ...(ends.length > 0 && !isEntry(source, all) ? ends : []),
      // A forked child has to leave this way.
      ...(/\bos\.fork\(/.test(source.bare) ? [] : findPatterns(source, leavesAtOnce)),
      ...atTheEnd(source),
    ];
  },
};

const listener =
  /\bprocess\.(?:on|once|addListener|prependListener)\(\s*["'`](?:exit|beforeExit)["'`]\s*,|\batexit\.register\(/g;
/** Saying that something failed is honest. */
const sets =
  /\bprocess\.(?:exitCode\s*=(?!=)\s*(?![\s1-9])|exit\(\s*(?![\s1-9])|reallyExit\b)|\b(?:os\._exit|sys\.exit)\b\s*[(,]\s*(?![\s1-9])/;

/** A listener to the end that changes what the end says. */
function atTheEnd(source: SourceText): readonly Suspect[] {
  return [...source.code.matchAll(listener)].flatMap((found) => {
    const end = closingAt(source.bare, source.bare.indexOf("(", found.index));
    const given = source.bare.slice(found.index + found[0].length, end);
    const name = /^\s*(\w+)\s*[,)]/.exec(given)?.[1];
    if (!sets.test(given) && (name === undefined || !sets.test(bodyOf(source, name)))) return [];
    return [{ at: found.index, text: found[0], what: "this code changes at the end what the process ends with" }];
  });
}

function bodyOf(source: SourceText, name: string): string {
  const found = new RegExp(
    String.raw`\b(?:function|def)\s+${name}\s*(?=\()|\b(?:const|let|var)\s+${name}\s*=\s*(?=\(|\w+\s*=>)`,
  ).exec(source.bare);
  const body = found && bodyAfter(source, found.index + found[0].length);
  return body ? source.bare.slice(body.start, body.end) : "";
}
