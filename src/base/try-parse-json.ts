/** The value, or undefined where the text is no JSON: for texts that need not be. */
export function tryParseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
