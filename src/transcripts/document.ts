/** Why a text is nobody's status (a manual, a prompt, a source file), or undefined where somebody may be speaking. */
export function documentBecause(text: string): string | undefined {
  const head = text.slice(0, 6000);
  if (isSource(text)) return "a source file";
  if (isPrompt(text, head)) return "a prompt";
  if (isChangelog(text)) return "a changelog";
  if (isManual(text)) return "a manual";
  return undefined;
}

function isSource(text: string): boolean {
  if (text.startsWith("#!")) return true;
  const lines = text
    .slice(0, 20_000)
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length < 12) return false;
  const code = lines.filter((line) => codeLine.test(line)).length;
  return code > lines.length * 0.4;
}

const codeLine =
  /^\s*(?:import |from \S+ import|export |const |let |var |function |class |def |if \(|if \[|elif |else\b|fi$|done$|for |while |return\b|local |echo |@|#include|package |use |pub |fn |\}|\)|\/\/|\/\*)|^\s+\*\s|[;{}]\s*$|^\s+\S.*[,(]\s*$/;

/** Second person and orders: addressed to an agent, not written by one. */
function isPrompt(text: string, head: string): boolean {
  if (/^\W*(?:you are|your (?:task|job|role|goal|mission) is|act as)\b/im.test(head)) return true;
  const orders =
    text.match(
      /\b(?:you|agents?) (?:must|should|have been given|will be|need to)\b|\byour (?:task|job|role|workflow|response|output)\b/gi,
    )?.length ?? 0;
  const first =
    text.match(/\bI(?:'m|'ve|'ll|\s(?:have|am|was|will|need|created|implemented|fixed|added|ran))\b/g)?.length ?? 0;
  return orders >= 4 && first * 2 < orders;
}

const isChangelog = (text: string): boolean =>
  (text.match(/^## \[?(?:unreleased|v?\d+\.\d+(?:\.\d+)?)\]?/gim)?.length ?? 0) >= 2;

const manualHeadings =
  /^#{1,4}\s+\W*(?:installation|install|usage|getting started|quick ?start|prerequisites|requirements|configuration|contributing|license|licence|table of contents|features|how it works|faq|troubleshooting|overview|background|comparison|references|see also|examples?|architecture|api reference|executive summary|conclusion|appendix)\b/gim;

/** Several of the headings that manuals and papers have, in a text longer than an agent's closing message. */
function isManual(text: string): boolean {
  if (text.length < 3000) return false;
  return (text.match(manualHeadings)?.length ?? 0) >= 2 && !/\bI(?:'ve|'ll|'m| have| am)\b/.test(text.slice(-1500));
}
