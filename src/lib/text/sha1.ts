const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

const roundWords = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6] as const;

/**
 * SHA-1 of a short text, as a name for it. Of Node's own, the first call takes as long as a tenth of starting Node: that
 * is much for the name of a folder.
 */
export function sha1(text: string): string {
  const words = padToBlocks(new TextEncoder().encode(text));
  let state: readonly number[] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let at = 0; at < words.length; at += 16) state = mixBlock(state, words.subarray(at, at + 16));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The bytes, a bit that is set, zeros, and the length in bits. */
function padToBlocks(bytes: Uint8Array): Int32Array {
  const words = new Int32Array(((bytes.length + 8) >> 6) * 16 + 16);
  const put = (at: number, byte: number): void => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8));
  };
  for (const [at, byte] of bytes.entries()) put(at, byte);
  put(bytes.length, 0x80);
  words[words.length - 1] = bytes.length * 8;
  return words;
}

function mixBlock(state: readonly number[], block: Int32Array): readonly number[] {
  const words = [...block];
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let at = 0; at < 80; at++) {
    const word = at < 16 ? (words[at] ?? 0) : rotate(mixWords(words, at), 1);
    words[at] = word;
    const round = Math.floor(at / 20);
    const next = (rotate(a, 5) + choose(round, b, c, d) + e + word + (roundWords[round] ?? 0)) | 0;
    [a, b, c, d, e] = [next, a, rotate(b, 30), c, d];
  }
  return [a, b, c, d, e].map((value, at) => (value + (state[at] ?? 0)) | 0);
}

const mixWords = (words: readonly number[], at: number): number =>
  (words[at - 3] ?? 0) ^ (words[at - 8] ?? 0) ^ (words[at - 14] ?? 0) ^ (words[at - 16] ?? 0);

function choose(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  return round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
}
