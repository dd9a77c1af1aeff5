const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Parses when a limit ends: "9pm (America/New_York)", "tomorrow at 8:08 AM PST", "Nov 20, 9am (UTC)", "in 2h 5m",
 * "2026-11-16T09:00:00Z". A time of day without a zone is in `localZone`, which is null if unknown.
 */
export function resetTime(words: string, now: number, localZone: string | null = null): string | null {
  const at = readTimestamp(words) ?? readDuration(words, now) ?? readClock(words, now, localZone);
  return at === null || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString();
}

function readTimestamp(words: string): number | null {
  const stamp = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)/i.exec(words)?.[0];
  const at = stamp === undefined ? Number.NaN : Date.parse(stamp);
  return Number.isNaN(at) ? null : at;
}

const units: Readonly<Record<string, number>> = { d: day, h: hour, m: minute, s: second };
const amount =
  /(?<![\d.:])(\d{1,6}(?:\.\d{1,6})?)\s?(d|h|m|s|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?|ms|milliseconds?)(?=\d|\b)/gi;

function readDuration(words: string, now: number): number | null {
  const amounts = [...words.matchAll(amount)].map(([, count, unit = ""]) => {
    const isMillis = /^ms|^milli/i.test(unit);
    return Number(count) * (isMillis ? 1 : (units[unit.charAt(0).toLowerCase()] ?? 0));
  });
  return amounts.length === 0 ? null : now + amounts.reduce((total, one) => total + one, 0);
}

interface Clock {
  readonly hours: number;
  readonly minutes: number;
}

function readClock(words: string, now: number, localZone: string | null): number | null {
  const zone = zoneIn(words) ?? localZone;
  const offset = zone === null ? null : zoneOffset(zone, now);
  if (zone === null || offset === null) return null;
  const clock = clockIn(words);
  const today = startOfDay(now + offset);
  const date = dateIn(words, today);
  if (clock === undefined || (clock === null && date === null)) return null;
  const time = clock === null ? 0 : clock.hours * hour + clock.minutes * minute;
  const local = date === null ? nextTime(today + time, now + offset) : date + time;
  // The UTC offset may change before then.
  return local - (zoneOffset(zone, local - offset) ?? offset);
}

const startOfDay = (at: number): number => at - (((at % day) + day) % day);

/** A time of day just past is not tomorrow's: it was printed without its seconds, or the turn took that long to end. */
const nextTime = (at: number, now: number): number => (at > now - justPast ? at : at + day);
const justPast = 10 * minute;

/** The time of day: null if there is none, undefined if it is invalid. */
function clockIn(words: string): Clock | null | undefined {
  const found = /\b(\d{1,2}):(\d\d)(?::\d\d)?\s*([ap]\.?m\b)?|\b(\d{1,2})\s*([ap]\.?m\b)/i.exec(words);
  if (!found) return null;
  const half = (found[3] ?? found[5] ?? "").charAt(0).toLowerCase();
  const written = Number(found[1] ?? found[4]);
  const minutes = Number(found[2] ?? 0);
  if (minutes > 59 || written > 23 || (half !== "" && (written > 12 || written === 0))) return undefined;
  return { hours: half === "" ? written : (written % 12) + (half === "p" ? 12 : 0), minutes };
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** The start of the named day in local time, or null if there is none. */
function dateIn(words: string, today: number): number | null {
  if (/\btomorrow\b/i.test(words)) return today + day;
  if (/\btoday\b/i.test(words)) return today;
  const [, year, month, monthDay] = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(words) ?? [];
  if (year) return Date.UTC(Number(year), Number(month) - 1, Number(monthDay));
  return monthDayIn(words, today) ?? weekdayIn(words, today);
}

const monthName = `(${months.join("|")})[a-z]{0,6}\\.?`;
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? ${monthName}(?:,? (\\d{4}))?`, "i");
const monthFirst = new RegExp(`\\b${monthName} (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4})\\b)?`, "i");

function monthDayIn(words: string, today: number): number | null {
  const [, name = "", number, year] = monthFirst.exec(words) ?? swapped(dayFirst.exec(words)) ?? [];
  if (number === undefined || Number(number) > 31) return null;
  const month = months.indexOf(name.slice(0, 3).toLowerCase());
  const thisYear = new Date(today).getUTCFullYear();
  const at = Date.UTC(year ? Number(year) : thisYear, month, Number(number));
  // In December a limit may end in January.
  return year || at >= today - day ? at : Date.UTC(thisYear + 1, month, Number(number));
}

const swapped = (found: RegExpExecArray | null): readonly (string | undefined)[] | null =>
  found && [found[0], found[2], found[1], found[3]];

function weekdayIn(words: string, today: number): number | null {
  const name = /\b(sun|mon|tue|wed|thu|fri|sat)(?:s|nes|rs|ur)?(?:day)?\b/i.exec(words)?.[1]?.toLowerCase();
  if (name === undefined) return null;
  const ahead = (weekdays.indexOf(name) - new Date(today).getUTCDay() + 7) % 7;
  return today + (ahead === 0 ? 7 : ahead) * day;
}

/** UTC offsets in hours of abbreviated time zones. */
const abbreviations: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  PST: -8,
  PDT: -7,
  MST: -7,
  MDT: -6,
  CST: -6,
  CDT: -5,
  EST: -5,
  EDT: -4,
  BST: 1,
  CET: 1,
  CEST: 2,
  IST: 5.5,
  JST: 9,
  KST: 9,
  AEST: 10,
  AEDT: 11,
};

const zoneIn = (words: string): string | null =>
  /\((?!local)([\w/+:-]+)\)/i.exec(words)?.[1] ??
  /\b[A-Z]\w+\/[A-Z]\w+(?:\/\w+)?/.exec(words)?.[0] ??
  /(?:UTC|GMT)[+-]\d{1,2}(?::?\d\d)?|\b(?:UTC|GMT|[PMCE][SD]T|BST|CES?T|IST|[JK]ST|AE[SD]T)\b/.exec(words)?.[0] ??
  null;

/** The UTC offset of a zone at a given time, or null for an unknown zone. */
function zoneOffset(zone: string, now: number): number | null {
  const hours = abbreviations[zone.toUpperCase()];
  if (hours !== undefined) return hours * hour;
  const [, sign, ahead, more = "0"] = /^(?:UTC|GMT)([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(zone) ?? [];
  if (sign) return (sign === "-" ? -1 : 1) * (Number(ahead) * hour + Number(more) * minute);
  return namedZoneOffset(zone, now);
}

function namedZoneOffset(zone: string, now: number): number | null {
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
    const partValue = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
    const local = Date.UTC(
      partValue("year"),
      partValue("month") - 1,
      partValue("day"),
      partValue("hour"),
      partValue("minute"),
      partValue("second"),
    );
    return local - Math.floor(now / second) * second;
  } catch {
    return null; // Unknown zone.
  }
}
