import { printableLines } from "../../lib/text/printable.js";

/** A message that GitHub Actions shows beside the job. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  /** Where in the repository; absent for the job as a whole. */
  readonly place?: { readonly file: string; readonly line: number };
}

/** A workflow command: nothing in its texts can end it or begin another. */
export function formatAnnotation({ level, title, message, place }: Annotation): string {
  const where = place ? `file=${escapeProperty(place.file)},line=${place.line},` : "";
  return `::${level} ${where}title=${escapeProperty(title)}::${escapeMessage(message)}\n`;
}

/** What follows is folded in the job's log, under this title. */
export const openGroup = (title: string): string => `::group::${escapeMessage(withoutWorkflowCommands(title))}\n`;
export const closeGroup = "::endgroup::\n";

const escapeMessage = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/**
 * Text in a job's log that GitHub Actions takes as text: a line that begins with `::`, or has `##[` anywhere, would be
 * a command to the runner, whoever wrote it. The escapes are those of JSON, which stays the same JSON.
 */
export const withoutWorkflowCommands = (text: string): string =>
  printableLines(text) // What hides in front of it would be removed later.
    .replaceAll(/^([^\S\r\n]*):(?=:)/gm, "$1\\u003a")
    .replaceAll(/##(?=\[)/g, "#\\u0023");
