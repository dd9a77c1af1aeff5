import { read } from "node:fs";

const chunkBytes = 1 << 16;

let isWaiting = false;

/** Whether a read of stdin has not returned. Node does not end by itself before it does. */
export const isStdinAwaited = (): boolean => isWaiting;

/** What is written to stdin, without `process.stdin`: creating that stream loads Node's network code (5 ms). */
export async function* readStdin(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = await readChunk();
    if (chunk.length === 0) return;
    yield chunk;
  }
}

function readChunk(): Promise<Uint8Array> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  isWaiting = true;
  return new Promise((resolve, reject) => {
    read(0, chunk, 0, chunkBytes, null, (error, length) => {
      isWaiting = false;
      if (!error) resolve(chunk.subarray(0, length));
      else if (error.code === "EAGAIN")
        setTimeout(() => resolve(readChunk()), 2); // Somebody else has made it non-blocking.
      else if (error.code === "EOF") resolve(chunk.subarray(0, 0));
      else reject(error);
    });
  });
}
