import { UserError } from "../../lib/errors.js";
import { type Feed, feedFile } from "../../lib/files/feed-file.js";
import { isBinary } from "../../lib/text/decode.js";
import { TestOutputScan } from "./scan.js";
import type { TestRun } from "./test-run.js";

/** Reads the output of a test command from a file of any size, in constant memory. */
export function readTestFile(path: string, directory: string, exitCode: number | null): TestRun {
  const feed = new TestFeed(path);
  feedFile(path, directory, feed);
  return feed.scan.end({ exitCode });
}

/** The same for a stream. */
export async function readTestStream(stream: AsyncIterable<Uint8Array>, exitCode: number | null): Promise<TestRun> {
  const feed = new TestFeed("standard input");
  for await (const chunk of stream) feed.write(chunk);
  return feed.scan.end({ exitCode });
}

class TestFeed implements Feed {
  readonly scan = new TestOutputScan();
  readonly #where: string;
  #isFirst = true;

  constructor(where: string) {
    this.#where = where;
  }

  write(chunk: Uint8Array): void {
    if (this.#isFirst && isBinary(chunk))
      throw new UserError({
        what: "the file is binary, not text",
        where: this.#where,
        fix: "name the file that holds the output of the test command",
      });
    this.#isFirst = false;
    this.scan.write(chunk);
  }
}
