import { maskSecrets } from "../../../lib/secrets/secrets.js";
import { printable } from "../../../lib/text/printable.js";
import { plainLine } from "../../important-lines.js";

const maxLines = 5;
const longest = 300;

/** What runners print behind what happened: counts, times and the frame of TAP. The check's own line has the counts. */
const counts =
  /^(?:[#ℹ] (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+|\d+\.\.\d+|---|\.\.\.|(?:duration_ms|type): .*)$/;

/** The last lines of an output that say anything, safe to print: no colours, no control characters, no secrets. */
export function outputTail(output: string): readonly string[] {
  const lines = output.slice(-maxRead).split(/\r\n|\n|\r/);
  const told = lines.map((line) => plainLine(line).trim()).filter((line) => line !== "");
  const telling = told.filter((line) => !counts.test(line));
  return (telling.length > 0 ? telling : told).slice(-maxLines).map((line) => clip(maskSecrets(printable(line))));
}

/** Enough for five long lines. */
const maxRead = 64 * 1024;

const clip = (line: string): string => (line.length > longest ? `${line.slice(0, longest - 1)}…` : line);

/** As it stands in a text: behind a bar, so that it reads as a quotation and never as a line of ours. */
export const quoteTail = (tail: readonly string[] = []): readonly string[] => tail.map((line) => `| ${line}`);
