import { plural } from "../../lib/text/plural.js";
import { paint } from "../../report/terminal/paint.js";
import { wrap } from "../../report/terminal/wrap.js";
import type { Io } from "../command.js";
import { terminalWidth } from "../run-reporter.js";
import type { Finding } from "./finding.js";

/** One line for each finding, then whether what was looked at can start. */
export function formatFindings(findings: readonly Finding[], what: string, io: Io): string {
  const { green, yellow, red, bold, dim } = paint(io.colour);
  const tones = { ok: green, warn: yellow, fail: red };
  const width = Math.max(...findings.map(({ name }) => name.length));
  const hang = width + 8;
  const lines = findings.flatMap(({ name, status, text, fix, check }) => [
    `${tones[status](status.padEnd(4))}  ${bold(name.padEnd(width))}  ${text}`,
    ...(check?.tail ?? []).map((line) => `${" ".repeat(hang)}${dim("|")} ${line}`),
    ...(fix === null ? [] : [`${" ".repeat(hang)}${dim("fix:")} ${fix}`]),
  ]);
  const failed = findings.filter(({ status }) => status === "fail").length;
  const end = failed === 0 ? `${what} can start` : `${what} cannot start: ${plural(failed, "problem")} to fix`;
  return `${[...lines, "", end].map((line) => wrap(line, { width: terminalWidth(io), hang })).join("\n")}\n`;
}
