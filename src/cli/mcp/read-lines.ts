const newline = 10;

interface LineReader {
  onLine(line: string): void;
  /** The rest of the line is skipped. */
  onTooLong(): void;
}

/** Reads lines up to the given length in bytes, until the stream ends. */
export async function readLines(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  { onLine, onTooLong }: LineReader,
): Promise<void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (piece: Uint8Array): void => {
    const wasTooLong = size > maxBytes;
    size += piece.length;
    if (size <= maxBytes) parts.push(piece);
    else parts = [];
    if (size > maxBytes && !wasTooLong) onTooLong();
  };
  const end = (): void => {
    const line = size > maxBytes ? null : Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
    if (line !== null) onLine(line);
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    add(chunk.subarray(from));
  }
  if (size > 0) end();
}
