/** Bytes as UTF-8 text; what is none becomes a replacement character. */
export const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export function join(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const joined = new Uint8Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
