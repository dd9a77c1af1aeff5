import { UserError } from "../lib/errors.js";
import { decodeText } from "../lib/text/decode.js";
import type { Io } from "./command.js";

/** The largest real input holds one message of an agent. */
const maxBytes = 16 << 20;
const patienceMs = 10_000;

/** The input of a hook: bounded in size and time, since it comes from a program that may do anything. */
export async function readInput(io: Pick<Io, "input" | "stdin" | "ask">): Promise<string> {
  if (io.ask !== null)
    throw refuse(
      "the input of a hook is expected, not a terminal",
      "pipe the hook's JSON into it, or let an agent start it",
    );
  const late = new Promise<never>((_, reject) => {
    const error = refuse("the input did not end within 10 s", "close the hook's stdin");
    setTimeout(() => reject(error), patienceMs).unref();
  });
  return Promise.race([readBounded(io.input ?? io.stdin), late]);
}

async function readBounded(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw refuse("the input is larger than 16 MB", null);
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

const refuse = (what: string, fix: string | null): UserError => new UserError({ what, where: "stdin", fix });
