/** Blocks the thread, for the few milliseconds until another process releases what we need. */
export function hold(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
