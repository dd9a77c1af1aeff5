import { closeSync, renameSync, rmSync } from "node:fs";
import { SafeLog } from "../secrets/safe-log.js";
import { openPrivate, writeAll } from "./disk.js";
import { explainWrite } from "./explain-write.js";

/**
 * Passes a stream on as it is, and saves it as text that people may print. The old file stays until the new one is
 * complete.
 */
export async function* saveStream(stream: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = openPrivate(draft);
    const log = new SafeLog((bytes) => writeAll(file, bytes));
    try {
      for await (const chunk of stream) {
        log.write(chunk);
        yield chunk;
      }
      log.end();
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    throw explainWrite(error, path);
  } finally {
    rmSync(draft, { force: true }); // It is left if an error ended the reading.
  }
}
