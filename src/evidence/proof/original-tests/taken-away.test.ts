import { describe, expect, it } from "vitest";
import { isOnlyExtended } from "../../ledger/tests-of-data.js";
import { spreadTaken } from "./spread-taken.js";
import { findTakenAway, isAbout, withNewNames } from "./taken-away.js";

const change = (old: string | null, now: string | null, path = "src/words.js", oldPath = path) => ({
  ...{ path, oldPath, old, now },
});
const shout = "export const shout = (text) => text;\n";
const yell = "export const yell = (text) => text;\n";
const loud = "export const say = (text, options) => (options.upper ? big(text) : text);\n";
const quiet = "export const say = (text, options) => text;\n";
const strict = "def say(text, upper=False):\n    return text\n";

describe("what a task takes away", () => {
  it.each([
    ["Rename shout to yell", shout, yell, ["shout"], [["shout", "yell"]]],
    ["Rename `shout()` to `yell()` everywhere", shout, yell, ["shout"], [["shout", "yell"]]],
    ["Replace shout with yell.", shout, yell, ["shout"], [["shout", "yell"]]],
    ["Rename: shout -> yell", shout, yell, ["shout"], [["shout", "yell"]]],
    ["Rename shout to cry", shout, yell, ["shout"], []],
    ["Rename shout into yell", shout, yell, ["shout"], [["shout", "yell"]]],
    ["Inline shout() into yell()", shout + yell, yell, ["shout"], []],
    ["Merge shout with yell", shout + yell, yell, ["shout"], []],
    ["Remove shout, nobody uses it", shout, "", ["shout"], []],
    ["Entferne shout", shout, "", ["shout"], []],
    ["Get rid of the upper option", loud, quiet, ["upper"], []],
    ["Do not remove shout", shout, "", [], []],
    ["Remove duplicates in shout(text)", shout, "", [], []],
    ["Remove the upper option", loud, quiet, ["upper"], []],
    ["Remove the upper option", loud, loud.replace("text;", "text + options.upper;"), [], []],
    ["Say it as it is", loud, quiet, [], []],
    ["Remove the argument `upper` of say", strict, "def say(text):\n    return text\n", ["upper"], []],
    ["Make shout faster", shout, yell, [], []],
    ["Remove slug", shout, yell, [], []],
  ])("%s", async (text, old, now, names, renamed) => {
    const taken = await findTakenAway({ text, changes: [change(old, now)], sources: async () => [now] });
    expect([taken.names, [...(taken.renamed ?? [])]]).toEqual([names, renamed]);
  });

  it("a file that has another name in the same folder", async () => {
    const moved = change(shout, shout, "src/text.js", "src/words.js");
    const taken = await findTakenAway({
      text: "Rename words.js to text.js",
      changes: [moved],
      sources: async () => [],
    });
    expect(withNewNames('import { shout } from "../src/words.js";', taken)).toBe(
      'import { shout } from "../src/text.js";',
    );
  });

  it("names are whole words", () => {
    const taken = { names: ["shout"], renamed: new Map([["shout", "yell"]]) };
    expect(withNewNames("shout(); shouts(); $shout(); x.shout()", taken)).toBe("yell(); shouts(); $shout(); x.yell()");
  });
});

describe("what a test file loses with it", () => {
  const csv = { names: ["csv", "toCsv"] };
  it.each([
    ["an import of the module", 'import { header } from "../src/csv.js";\n', "header()", true],
    ["one over several lines", 'import {\n  header,\n  rows,\n} from "../src/csv.js";\n', "rows()", true],
    ["a require", 'const { header } = require("../src/csv");\n', "header()", true],
    [
      "another module beside it",
      'import { toCsv } from "../src/all.js";\nimport { sum } from "../src/sum.js";\n',
      "sum()",
      false,
    ],
    ["another name of the same module", 'import { toCsv, sum } from "../src/all.js";\n', "sum()", false],
    ["a Python import", "from shop.csv import header, rows as lines\n", "lines()", true],
    ["a Python module beside it", "from shop.sum import total\n", "total()", false],
    ["a Rust import", "use shop::csv::{header, rows};\n", "rows()", true],
    ["a helper that uses it", "const run = (list) => {\n  return toCsv(list);\n};\n", "run([1])", true],
    ["a helper that does not", "const run = (list) => {\n  return sum(list);\n};\n", "run([1])", false],
    ["a helper of a Python test", "def run(rows):\n    return toCsv(rows)\n", "run([1])", true],
  ])("%s", (_, head, test, is) => expect(isAbout(test, spreadTaken(head, csv))).toBe(is));

  it("nothing where nothing is taken away", () =>
    expect(spreadTaken('import { a } from "./a.js";\n', { names: [] }).names).toEqual([]));
});

describe("data that has only more in it", () => {
  it.each([
    ["[1, 2]", "[1, 2, 3]", true],
    ["[[1, 2]]", "[[1, 2],\n [3, 4]]", true],
    ["[[1, 2]]", "[[1, 3], [3, 4]]", false],
    ['{ "a": 1 }', '{ "b": 2, "a": 1 }', true],
    ['{ "a": 1 }', '{ "a": 2, "b": 2 }', false],
    ["a,1\nb,2\n", "a,1\n\nb,2\nc,3\n", true],
    ["a,1\nb,2\n", "a,1\nb,3\nc,3\n", false],
    ["hello-world", "hello_world", false],
  ])("%j %j: %s", (old, now, is) => expect(isOnlyExtended(old, now)).toBe(is));
});
