/** Why a text is not an agent's status (a manual, a prompt, a source file), or undefined if it may be one. */
export function documentBecause(text: string): string | undefined {
  if (isSource(text)) return "a source file";
  if (isPrompt(text)) return "a prompt";
  if (hasFrontMatter(text)) return "a file with front matter";
  if (!text.includes("# ")) return undefined; // The checks below rely on headings.
  if (isRecord(text)) return "a design record";
  if (isChangelog(text)) return "a changelog";
  return isManual(text) ? "a manual" : undefined;
}

/** Agents rarely start a message with code, so a text that does counts as source with fewer lines of it. */
function isSource(text: string): boolean {
  if (text.startsWith("#!")) return true;
  const head = text.slice(0, 20_000);
  const beginsAsCode = codeStart.test(firstLine(head));
  if (!beginsAsCode && !hasMoreLines(head, fewLines)) return false;
  const lines = head.split("\n").filter((line) => line.trim() !== "");
  const share = beginsAsCode ? 0.25 : lines.length > fewLines ? 0.4 : 1;
  return share < 1 && lines.filter((line) => codeLine.test(line)).length > lines.length * share;
}

const fewLines = 11;

function firstLine(text: string): string {
  const at = text.search(/\S/);
  if (at < 0) return "";
  const end = text.indexOf("\n", at);
  return text.slice(text.lastIndexOf("\n", at) + 1, end < 0 ? undefined : end);
}

export function hasMoreLines(text: string, most: number): boolean {
  let end = -1;
  for (let line = 0; line < most; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return false;
  }
  return true;
}

const codeStart =
  /^(?:import [\w{*"'(]|from \S+ import|package \w+;?$|#include|<\?php|"use \w+";|'use \w+';|(?:export |async |pub )*(?:const|let|var|function|class|def|fn|interface|type|struct|enum) \w|(?:describe|test|it)\(|@\w+[({]|\/\*|\/\/ |set -\w)/;

const codeLine =
  /^\s*(?:import |from \S+ import|export |const |let |var |function |class |def |if \(|if \[|elif |else\b|fi$|done$|for |while |return\b|local |echo |@|#include|package |use |pub |fn |\}|\)|\/\/|\/\*)|^\s+\*\s|[;{}]\s*$|^\s+\S.*[,(]\s*$/;

/** Second person and imperatives: addressed to an agent, not written by one. */
function isPrompt(text: string): boolean {
  if (!/\b(?:you|agent|act as\b)/i.test(text)) return false;
  if (/^\W*(?:you are|your (?:task|job|role|goal|mission) is|act as)\b/im.test(text.slice(0, 6000))) return true;
  const orders =
    text.match(
      /\b(?:you|agents?) (?:must|should|have been given|will be|need to)\b|\byour (?:task|job|role|workflow|response|output)\b/gi,
    )?.length ?? 0;
  if (orders < 4) return false;
  const first =
    text.match(/\bI(?:'m|'ve|'ll|\s(?:have|am|was|will|need|created|implemented|fixed|added|ran))\b/g)?.length ?? 0;
  return first * 2 < orders;
}

const isChangelog = (text: string): boolean =>
  (text.match(/^#{2,3} \[?(?:unreleased|v?\d+\.\d+(?:\.\d+)?)\]?/gim)?.length ?? 0) >= 2;

/** `---`, keys, `---` at the very start, as in prompts, skills, commands and web pages. */
const hasFrontMatter = (text: string): boolean =>
  text.startsWith("---\n") &&
  /^---\n(?:[ \t]*[\w-]+:.*\n|[ \t]+-? ?\S.*\n){0,40}?(?:name|description|title|model|tools|allowed-tools|argument-hint|layout|tags|author|date)[ \t]*:.*\n/i.test(
    text,
  ) &&
  /^---[ \t]*$/m.test(text.slice(4, 4000));

/** Decision records, requirements and proposals have conventional section names. */
function isRecord(text: string): boolean {
  if (
    /^#\s+(?:\W*ADR\b|PRD\b|RFC\b|product requirements|design(?: doc\w*)?:|architecture decision)/im.test(
      text.slice(0, 400),
    )
  )
    return true;
  return new Set(text.match(recordHeadings)?.map((heading) => heading.toLowerCase().replaceAll(/\W/g, ""))).size >= 3;
}

const recordHeadings =
  /^#{1,4}[ \t]+(?:\d+[.)][ \t]*)?(?:context|decision|consequences|alternatives(?: considered)?|goals|non-goals|proposal|motivation|rationale|problem statement|open questions|user stories|functional requirements|non-functional requirements|out of scope|success metrics|exit criteria)\b/gim;

const manualHeadings =
  /^#{1,4}\s+\W*(?:installation|install|usage|getting started|quick ?start|prerequisites|requirements|configuration|contributing|license|licence|table of contents|features|how it works|faq|troubleshooting|overview|background|comparison|references|see also|examples?|architecture|api reference|executive summary|conclusion|appendix)\b/gim;

/**
 * Several headings typical of manuals and papers, in a text longer than a closing message. A shorter text must also
 * begin with a title that no report has.
 */
function isManual(text: string): boolean {
  if ((text.match(manualHeadings)?.length ?? 0) < 2 || /\bI(?:'ve|'ll|'m| have| am)\b/.test(text.slice(-1500)))
    return false;
  return text.length >= 3000 || isTitled(text);
}

function isTitled(text: string): boolean {
  const title = /^\s*#[ \t]+(.*)/.exec(text)?.[1];
  return (
    title !== undefined &&
    !/\b(?:summary|complet\w+|done|finished|status|results?|progress|(?:loop|session|iteration) #?\d+)\b/i.test(title)
  );
}
