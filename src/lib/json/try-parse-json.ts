/** For text that may or may not be JSON: returns undefined instead of throwing. */
export function tryParseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
