/** Waits without giving way: for the few milliseconds in which another process holds what we need. */
export function hold(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
