/** Decodes UTF-8 or UTF-16 (LE or BE), detected from the byte-order mark or the byte pattern. Never throws. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(detectEncoding(bytes)).decode(bytes);
}

/** Returns a function that converts chunks to UTF-8, with the encoding detected from the first chunk. */
export function toUtf8(first: Uint8Array): (chunk: Uint8Array) => Uint8Array {
  const encoding = detectEncoding(first);
  if (encoding === "utf-8") return (chunk) => chunk;
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  return (chunk) => encoder.encode(decoder.decode(chunk, { stream: true }));
}

export function detectEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 512);
  if (sample.length < 8) return "utf-8";
  const zeros = { even: 0, odd: 0 };
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2 === 0 ? "even" : "odd"]++;
  const half = sample.length / 2;
  if (zeros.odd > half * 0.6 && zeros.even < half * 0.1) return "utf-16le";
  return zeros.even > half * 0.6 && zeros.odd < half * 0.1 ? "utf-16be" : "utf-8";
}

/**
 * Detects images, archives and executables by their control bytes. A run of NULs counts once: truncating a log while a
 * process writes to it leaves a hole of NULs.
 */
export function isBinary(bytes: Uint8Array): boolean {
  if (detectEncoding(bytes) !== "utf-8") return false;
  const sample = bytes.subarray(0, 8192);
  let strange = 0;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    const isStrange = byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32);
    if (isStrange && byte !== backspace && (byte !== 0 || sample[at - 1] !== 0)) strange++;
  }
  return strange > sample.length * 0.1 || (strange > 0 && hasMagic(sample));
}

const backspace = 8;
const magic = ["\u007fELF", "\u0089PNG", "PK\u0003\u0004", "\u001f\u008b", "GIF8", "%PDF"];

function hasMagic(sample: Uint8Array): boolean {
  const start = String.fromCharCode(...sample.subarray(0, 4));
  return magic.some((mark) => start.startsWith(mark));
}
