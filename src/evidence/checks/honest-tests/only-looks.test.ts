import { expect, it } from "vitest";
import { onlyLooks } from "./only-looks.js";

it.each([
  [["grep", "-q", "bread", "shopping.txt"], true],
  [["test", "-f", "ready.txt"], true],
  [["/usr/bin/test", "-s", "a"], true],
  [["node", "check.js"], false],
  [["sh", "check.sh"], false],
  [["diff", "expected.txt", "out.txt"], false],
  [["./test.sh"], false],
  [[], false],
])("%j only looks: %s", (words, is) => expect(onlyLooks(words)).toBe(is));
