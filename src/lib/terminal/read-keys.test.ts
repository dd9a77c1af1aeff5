import { expect, it } from "vitest";
import { readKeys } from "./read-keys.js";

it.each([
  { text: "ab", keys: ["a", "b"] },
  { text: "\u001b[A\u001b[B", keys: ["up", "down"] },
  { text: "\u001bOA", keys: ["up"] },
  { text: "\u001b[5~x", keys: ["page-up", "x"] },
  { text: "\u001b", keys: ["escape"] },
  { text: "\u001b[200~", keys: [] },
  { text: "\r\u007f\u0003", keys: ["enter", "backspace", "\u0003"] },
  { text: "漢👍", keys: ["漢", "👍"] },
])("reads $keys", ({ text, keys }) => {
  expect(readKeys(text)).toEqual(keys);
});
