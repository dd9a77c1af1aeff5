import { expect, it } from "vitest";
import { duration } from "./duration.js";

it.each([
  [0, "0s"],
  [0.04, "0s"],
  [0.44, "0.4s"],
  [0.94, "0.9s"],
  [0.97, "1s"],
  [1, "1s"],
  [2.2, "2s"],
  [9.99, "9s"],
  [15.6, "15s"],
  [59.9, "59s"],
  [60, "1m 00s"],
  [3599, "59m 59s"],
  [3600, "1h 00m 00s"],
  [15_000, "4h 10m 00s"],
])("%s seconds are %j on every screen", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
