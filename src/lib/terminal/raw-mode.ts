let isRaw = false;

/** Lets keys arrive one by one, without Enter and without being shown. False if the terminal refuses. */
export function enterRawMode(): boolean {
  try {
    process.stdin.setRawMode(true);
    isRaw = true;
  } catch {
    // The terminal was closed.
  }
  return isRaw;
}

/** Gives the terminal back as it was. Called at every end of the process. */
export function leaveRawMode(): void {
  if (!isRaw) return;
  isRaw = false;
  try {
    process.stdin.setRawMode(false);
  } catch {
    // The terminal was closed.
  }
}
