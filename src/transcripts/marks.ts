/** Words before `_` and after it that together can carry a signal. */
const carriers: readonly (readonly [before: readonly string[], after: string])[] = [
  [["exit", "judge"], "_signal"],
  [["exit", "ralph", "doyaken"], "_status"],
  [["phase", "loop"], "_complete"],
];
const patterns = carriers.flatMap(([befores, after]) =>
  befores.map((before) => ({ before: bytesOf(before), after: bytesOf(after) })),
);
const promise = bytesOf("<promise");

const underscore = 0x5f;
const angle = 0x3c;

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * Whether a signal's token stands at this byte, in any case. Asked of undecoded output, so that only what can carry a
 * signal is ever decoded: one pass, two byte values to look for.
 */
export function isMarkAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  if (byte === underscore)
    return patterns.some(
      ({ before, after }) => standsAt(bytes, at, after) && standsAt(bytes, at - before.length, before),
    );
  return byte === angle && standsAt(bytes, at, promise);
}

/** ASCII letters compare without their case bit; nothing else in the patterns has one. */
function standsAt(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  if (at < 0 || at + pattern.length > bytes.length) return false;
  for (let i = 0; i < pattern.length; i++) {
    const byte = bytes[at + i] ?? 0;
    const wanted = pattern[i] ?? 0;
    if (byte !== wanted && (byte | 0x20) !== wanted) return false;
  }
  return true;
}

/** Whether any signal's token stands in these bytes. */
export function hasMark(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if ((byte === underscore || byte === angle) && isMarkAt(bytes, at)) return true;
  }
  return false;
}
