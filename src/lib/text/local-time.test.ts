import { describe, expect, it } from "vitest";
import { localTime } from "./local-time.js";

/** In the zone of whoever runs this. */
const at = (day: number, hours: number, minutes = 0): number => new Date(2026, 10, day, hours, minutes).getTime();

describe("localTime", () => {
  it.each([
    ["the same day", at(16, 15, 4), at(16, 9), "15:04"],
    ["just after midnight", at(17, 0, 5), at(16, 23, 59), "Tuesday 00:05"],
    ["in six days", at(22, 3), at(16, 23), "Sunday 03:00"],
    ["in a week", at(23, 3), at(16, 2), "2026-11-23 03:00"],
    ["yesterday", at(15, 22), at(16, 2), "2026-11-15 22:00"],
  ])("%s", (_, time, now, shows) => {
    expect(localTime(time, now)).toBe(shows);
  });
});
