const day = 24 * 3600 * 1000;

/**
 * When a limit ends that was told in words: "9pm (America/New_York)", "8:08am (UTC)", "in 2h 5m", "after 3s".
 * A time of day without a zone is somebody's local time, which we cannot know.
 */
export function resetTime(words: string, now: number): string | null {
  const later = duration(words);
  if (later !== null) return new Date(now + later).toISOString();
  const clock = /(\d{1,2})(?::(\d\d))?\s*(am|pm)?\b[^(]*\(([\w/+-]+)\)/i.exec(words);
  if (!clock) return null;
  const [, hour = "0", minute = "0", half = "", zone = "UTC"] = clock;
  const hours = (Number(hour) % (half ? 12 : 24)) + (half.toLowerCase() === "pm" ? 12 : 0);
  const offset = zoneOffset(zone, now);
  if (offset === null || hours > 23 || Number(minute) > 59) return null;
  const local = now + offset;
  const midnight = local - (((local % day) + day) % day);
  const at = midnight + (hours * 60 + Number(minute)) * 60_000;
  return new Date((at > local ? at : at + day) - offset).toISOString();
}

function duration(words: string): number | null {
  const units: Readonly<Record<string, number>> = { d: day, h: 3_600_000, m: 60_000, s: 1000 };
  const parts = [
    ...words.matchAll(/\b(\d{1,6}(?:\.\d{1,6})?)\s?(d|h|m|s)(?:ays?|ours?|in(?:ute)?s?|ec(?:ond)?s?)?\b/gi),
  ];
  if (parts.length === 0) return null;
  return parts.reduce((total, [, count, unit]) => total + Number(count) * (units[unit?.toLowerCase() ?? ""] ?? 0), 0);
}

/** How far a zone is ahead of UTC at a moment, or null for a zone nobody knows. */
function zoneOffset(zone: string, now: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    }).formatToParts(now);
    const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
    const local = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
    return local - Math.floor(now / 1000) * 1000;
  } catch {
    return null; // Not a zone name: then the words told us nothing we can use.
  }
}
