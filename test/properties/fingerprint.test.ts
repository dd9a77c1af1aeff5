import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fingerprint } from "../../src/index.js";

/** A place in an error message that differs from run to run. */
type Slot = "number" | "path" | "windows path" | "date" | "time" | "address";

const two = (value: number): string => String(value).padStart(2, "0");
const segment = fc.constantFrom("home", "ci", "build-7", "src", "a_b", "node_modules", "v2.1");
const clock = fc.tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }), fc.nat({ max: 59 }));

const fillings: Readonly<Record<Slot, fc.Arbitrary<string>>> = {
  number: fc.oneof(
    fc.nat().map(String),
    fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
  ),
  path: fc
    .tuple(fc.constantFrom("/", "./", "../", "~/", ""), fc.array(segment, { minLength: 1, maxLength: 5 }))
    .map(([root, parts]) => `${root}${parts.join("/")}/file.ts`),
  "windows path": fc
    .tuple(fc.constantFrom("C", "D"), fc.array(segment, { minLength: 1, maxLength: 4 }))
    .map(([drive, parts]) => `${drive}:\\${parts.join("\\")}\\file.ts`),
  date: fc
    .tuple(fc.date({ min: new Date(0), max: new Date("2099-12-31"), noInvalidDate: true }), fc.boolean())
    .map(([date, iso]) => (iso ? date.toISOString() : date.toISOString().slice(0, 19).replace("T", " "))),
  time: fc.tuple(clock, fc.boolean()).map(([[hour, minute, second], padded]) => {
    return `${padded ? two(hour) : hour}:${two(minute)}:${two(second)}`;
  }),
  address: fc.nat().map((value) => `0x${value.toString(16)}`),
};

const slots = Object.keys(fillings) as Slot[];
const words = fc.constantFrom("TypeError:", "cannot read", "at", "timeout", "in", "(after", ")", "exit status", "line");

/** Two tellings of one error: the same words, other numbers, paths and times. */
const telling = fc
  .array(
    fc.oneof(
      words,
      fc.constantFrom(...slots).map((slot) => ({ slot })),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((parts) => {
    const filled = fc.tuple(
      ...parts.map((part) => (typeof part === "string" ? fc.constant(part) : fillings[part.slot])),
    );
    return fc.tuple(filled, filled).map(([one, other]) => [one.join(" "), other.join(" ")] as const);
  });

describe("an error's fingerprint", () => {
  it("does not change with numbers, paths and times", () => {
    fc.assert(
      fc.property(telling, ([one, other]) => {
        expect(fingerprint(one)).toBe(fingerprint(other));
      }),
      { numRuns: 500 },
    );
  });

  it("does not change with them in a long error either", () => {
    fc.assert(
      fc.property(telling, fc.integer({ min: 1, max: 400 }), ([one, other], frames) => {
        const tail = `${" at frame in the stack".repeat(frames)}`;
        expect(fingerprint(one + tail)).toBe(fingerprint(other + tail));
      }),
      { numRuns: 200 },
    );
  });

  it("tells errors in other words apart", () => {
    const message = fc.array(fc.constantFrom("type", "read", "connect", "missing", "denied"), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(message, message, fc.nat(), (one, other, number) => {
        const same = one.join(" ") === other.join(" ");
        expect(fingerprint(`${one.join(" ")} ${number}`) === fingerprint(`${other.join(" ")} ${number}`)).toBe(same);
      }),
      { numRuns: 200 },
    );
  });
});
