import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Place } from "../../test/evidence/place.js";
import { openKeptResults } from "./kept-results.js";

const asText = (value: unknown): string | null => (typeof value === "string" ? value : null);
const day = 24 * 60 * 60 * 1000;

/** A file of results, with a clock of its own. */
function open(place = new Place()) {
  const path = join(place.path, "state", "kept-results.json");
  const clock = { at: 1_000_000 };
  return { place, path, clock, open: () => openKeptResults({ path, now: () => clock.at }) };
}

it("gives back in another process what was kept", () => {
  const { path, open: reopen } = open();
  reopen().keep("a", "one");
  expect(reopen().find("a", asText)).toBe("one");
  expect(reopen().find("b", asText)).toBeNull();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("gives back nothing that its reader does not know", () => {
  const kept = open().open();
  kept.keep("a", { not: "text" });
  expect(kept.find("a", asText)).toBeNull();
});

it("keeps the newer of two values", () => {
  const kept = open().open();
  kept.keep("a", "one");
  kept.keep("a", "two");
  expect(kept.find("a", asText)).toBe("two");
});

it.each([
  [day, "one"],
  [day + 1, null],
  [-1, null], // The clock was set back.
])("after %d ms gives back %j", (later, value) => {
  const { clock, open: reopen } = open();
  reopen().keep("a", "one");
  clock.at += later;
  expect(reopen().find("a", asText)).toBe(value);
});

it("drops the oldest beyond 200", () => {
  const { open: reopen } = open();
  const kept = reopen();
  for (let at = 0; at <= 200; at++) kept.keep(`k${at}`, "x");
  expect(["k0", "k1", "k200"].map((key) => reopen().find(key, asText))).toEqual([null, "x", "x"]);
});

it("drops the oldest beyond 4 MiB, and never grows for one that is too long", () => {
  const { path, open: reopen } = open();
  const kept = reopen();
  for (const key of ["a", "b", "c"]) kept.keep(key, "x".repeat(1_900_000));
  expect(["a", "b", "c"].map((key) => reopen().find(key, asText)?.length ?? null)).toEqual([
    ...[null, 1_900_000, 1_900_000],
  ]);
  kept.keep("d", "x".repeat(5_000_000));
  expect(kept.find("d", asText)).toBeNull();
  expect(readFileSync(path).length).toBeLessThan(5_000_000);
});

it.each(["", "{", "[]", '{"version":2,"entries":[]}', '{"version":1,"entries":[7,{"key":"a"}]}', "\0\0"])(
  "takes a file that holds %j for none",
  (text) => {
    const { place, open: reopen } = open();
    place.write("state/kept-results.json", text);
    const kept = reopen();
    expect(kept.find("a", asText)).toBeNull();
    kept.keep("a", "one");
    expect(reopen().find("a", asText)).toBe("one");
  },
);

it("goes on without a place to write to", () => {
  const { place, path, open: reopen } = open();
  place.write("state", "a file, no folder");
  const kept = reopen();
  kept.keep("a", "one");
  expect(kept.find("a", asText)).toBe("one");
  expect(existsSync(path)).toBe(false);
});

it("reads its file only once: what is written there meanwhile is not ours", () => {
  const { place, open: reopen } = open();
  const kept = reopen();
  place.write("state/kept-results.json", '{"version":1,"entries":[{"key":"a","at":1000000,"value":"forged"}]}');
  expect(kept.find("a", asText)).toBeNull();
});
