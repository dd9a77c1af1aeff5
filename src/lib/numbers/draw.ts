/**
 * A number from 0 up to 1 that looks random and follows from what it is for alone. Drawing by purpose and not in order
 * keeps two simulations comparable: what one does more of changes nothing of what both do.
 */
export function draw(seed: number, ...purpose: readonly number[]): number {
  let mixed = mix(seed ^ 0x9e37_79b9);
  for (const part of purpose) mixed = mix(Math.imul(mixed ^ part, 0x85eb_ca6b) + 0xc2b2_ae35);
  return mixed / 2 ** 32;
}

/** The finalizer of MurmurHash3. */
function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
