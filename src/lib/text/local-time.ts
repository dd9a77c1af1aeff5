const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** A time as the clock on the wall shows it: "15:04", "Tuesday 03:00", "2026-12-01 03:00". */
export function localTime(at: number, now: number): string {
  const time = new Date(at);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  const apart = startOfDay(at) - startOfDay(now);
  if (apart === 0) return clock;
  if (apart > 0 && apart < 6.5 * 86_400_000) return `${days[time.getDay()]} ${clock}`;
  return localStamp(at);
}

/** Always with its day: "2026-12-01 03:00". */
export function localStamp(at: number): string {
  const time = new Date(at);
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

const two = (value: number): string => String(value).padStart(2, "0");
