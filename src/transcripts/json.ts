/** A JSON object seen from the outside: nothing about it is known until it is asked. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const object = (value: unknown): Json => (isObject(value) ? value : {});
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === "string" ? value : "");
export const number = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;

/** The value, or undefined where the text is no JSON: agents' streams carry noise and half lines. */
export function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** An event of a stream with the line it stands on. */
export interface StreamEvent {
  readonly event: Json;
  readonly line: number;
}

/** Every object a stream holds, one a line; what is no object is passed over. */
export function readEvents(source: string): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  for (const [at, line] of source.split("\n").entries()) {
    const trimmed = line.trim();
    if (!trimmed.startsWith("{")) continue;
    const event = parseJson(trimmed);
    if (isObject(event)) events.push({ event, line: at + 1 });
  }
  return events;
}

/** The first objects of a stream: enough to recognise it without reading it all. */
export function firstEvents(source: string, most = 3): readonly Json[] {
  const events: Json[] = [];
  let from = 0;
  for (let lines = 0; lines < 200 && from < source.length && events.length < most; lines++) {
    const end = source.indexOf("\n", from);
    const line = source.slice(from, end < 0 ? undefined : end).trim();
    const event = line.startsWith("{") ? parseJson(line) : undefined;
    if (isObject(event)) events.push(event);
    if (end < 0) break;
    from = end + 1;
  }
  return events;
}
