import { eachLine } from "../../lib/files/lines.js";
import { maskSecrets } from "../../lib/secrets/secrets.js";
import { journalName } from "../../store/load.js";
import { readRecord } from "../../store/read-record.js";

/** The records of a run as the journal has them, line by line, with what is secret masked once more. */
export function readRunLines(folder: string, run: string): readonly string[] {
  const lines: string[] = [];
  eachLine(`${folder}/${journalName}`, 0, ({ text }) => {
    const read = text.includes(run) ? readRecord(text) : null;
    if (read?.is === "record" && read.record.run === run) lines.push(maskSecrets(text));
  });
  return lines;
}
