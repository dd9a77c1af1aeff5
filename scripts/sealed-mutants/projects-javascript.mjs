import { grid, range, sample } from "./truth-inputs.mjs";

/**
 * Tasks as a person writes them, with a right solution, others that look different, the examples that an author takes from
 * the text alone, and the inputs on which the hidden truth compares. Nothing here was chosen by what mutants survive.
 */
export const javascriptProjects = [
  {
    name: "shipping",
    fn: "shipping",
    task: "shipping(total, country, express = false) gives the cost in euros: 0 for orders of 50 or more within DE, FR and NL, else 5 there and 15 elsewhere; express adds 10 to any of these; it throws a RangeError for a negative total",
    right: `const near = ["DE", "FR", "NL"];
export function shipping(total, country, express = false) {
  if (total < 0) throw new RangeError("negative");
  const isNear = near.includes(country);
  let cost = 15;
  if (isNear) cost = total >= 50 ? 0 : 5;
  if (express) cost += 10;
  return cost;
}
`,
    refactorings: [
      `export const shipping = (total, country, express) => {
  if (!(total >= 0)) throw new RangeError(String(total));
  const base = new Set(["DE", "FR", "NL"]).has(country) ? (total < 50 ? 5 : 0) : 15;
  return base + (express ? 10 : 0);
};
`,
      `const prices = { DE: 5, FR: 5, NL: 5 };
function base(total, country) {
  const price = prices[country];
  if (price === undefined) return 15;
  return total >= 50 ? 0 : price;
}
export function shipping(total, country, express = false) {
  if (total < 0) throw new RangeError("a total is not negative");
  return express ? base(total, country) + 10 : base(total, country);
}
`,
    ],
    requirements: [
      [
        "near and far",
        [
          [10, "DE"],
          [10, "FR"],
          [10, "NL"],
          [10, "US"],
          [0, "DE"],
        ],
      ],
      [
        "free from 50 on, near only",
        [
          [50, "DE"],
          [49, "DE"],
          [49.99, "FR"],
          [51, "NL"],
          [50, "US"],
          [200, "DE"],
        ],
      ],
      [
        "express adds to any",
        [
          [10, "DE", true],
          [50, "DE", true],
          [10, "US", true],
          [10, "DE", false],
          [60, "US", true],
        ],
      ],
      [
        "refuses negative totals",
        [
          [-1, "DE"],
          [-0.01, "US"],
          [-100, "FR", true],
          [0, "US"],
        ],
      ],
    ],
    truth: () =>
      grid([-5, -1, 0, 1, 10, 49, 49.5, 50, 50.5, 51, 90], ["DE", "FR", "NL", "US", "GB"], [undefined, true, false]),
  },
  {
    name: "roman",
    fn: "roman",
    task: "roman(n) writes an integer from 1 to 3999 as a Roman numeral, as short as the usual rules allow (4 is IV, 9 is IX), and throws a RangeError for anything else",
    right: `const steps = [[1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]];
export function roman(n) {
  if (!Number.isInteger(n) || n < 1 || n > 3999) throw new RangeError("out of range");
  let left = n;
  let text = "";
  for (const [value, letters] of steps) {
    while (left >= value) {
      text += letters;
      left -= value;
    }
  }
  return text;
}
`,
    refactorings: [
      `const digit = (n, [one, five, ten]) =>
  n === 9 ? one + ten : n >= 5 ? five + one.repeat(n - 5) : n === 4 ? one + five : one.repeat(n);
export function roman(n) {
  if (!Number.isInteger(n) || n <= 0 || n >= 4000) throw new RangeError(String(n));
  return (
    "M".repeat(Math.floor(n / 1000)) +
    digit(Math.floor((n % 1000) / 100), "CDM") +
    digit(Math.floor((n % 100) / 10), "XLC") +
    digit(n % 10, "IVX")
  );
}
`,
      `const table = { M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 };
const write = (n) => {
  if (n === 0) return "";
  const [letters, value] = Object.entries(table).find(([, each]) => each <= n);
  return letters + write(n - value);
};
export const roman = (n) => {
  if (n % 1 !== 0 || n < 1 || n > 3999) throw new RangeError("1 to 3999");
  return write(n);
};
`,
    ],
    requirements: [
      ["each letter and each pair", [[1], [4], [5], [9], [10], [40], [50], [90], [100], [400], [500], [900], [1000]]],
      ["composed numbers", [[3], [8], [14], [44], [99], [388], [1994], [2024], [3888], [3999]]],
      ["refuses what is out of range", [[0], [-1], [4000], [1.5], [3999]]],
    ],
    truth: () =>
      [...range(-2, 4002, 7), ...range(1, 60), 90, 100, 400, 500, 900, 1000, 3999, 4000, 1.5, 0].map((n) => [n]),
  },
  {
    name: "paginate",
    fn: "paginate",
    task: "paginate(items, page, size = 10) gives { items, page, pages }: the items of one page, counted from 1, and how many pages there are, at least 1; a page below 1 is the first, one above the last is the last",
    right: `export function paginate(items, page, size = 10) {
  const pages = Math.max(1, Math.ceil(items.length / size));
  let at = page;
  if (at < 1) at = 1;
  if (at > pages) at = pages;
  const from = (at - 1) * size;
  return { items: items.slice(from, from + size), page: at, pages };
}
`,
    refactorings: [
      `export const paginate = (list, wanted, size = 10) => {
  const pages = list.length === 0 ? 1 : Math.floor((list.length - 1) / size) + 1;
  const page = Math.min(Math.max(wanted, 1), pages);
  return { items: list.filter((_, at) => Math.floor(at / size) === page - 1), page, pages };
};
`,
      `function split(items, size) {
  const parts = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  return parts.length > 0 ? parts : [[]];
}
export function paginate(items, page, size) {
  const parts = split(items, size ?? 10);
  const at = page < 1 ? 1 : page > parts.length ? parts.length : page;
  return { pages: parts.length, page: at, items: parts[at - 1] };
}
`,
    ],
    requirements: [
      [
        "the pages of a list",
        [
          [[1, 2, 3, 4, 5], 1, 2],
          [[1, 2, 3, 4, 5], 2, 2],
          [[1, 2, 3, 4, 5], 3, 2],
          [[1, 2, 3, 4], 2, 2],
        ],
      ],
      [
        "ten to a page unless told otherwise",
        [
          [range(1, 12), 1],
          [range(1, 12), 2],
          [range(1, 10), 1],
          [range(1, 9), 1],
        ],
      ],
      [
        "an empty list has one page",
        [
          [[], 1, 3],
          [[], 5, 3],
          [[], 0],
        ],
      ],
      [
        "pages that are not there",
        [
          [[1, 2, 3], 0, 2],
          [[1, 2, 3], -4, 2],
          [[1, 2, 3], 3, 2],
          [[1, 2, 3], 9, 2],
          [[1, 2, 3], 1, 5],
        ],
      ],
    ],
    truth: () =>
      grid(
        [[], [1], range(1, 4), range(1, 10), range(1, 11), range(1, 25)],
        [-3, 0, 1, 2, 3, 9],
        [undefined, 1, 2, 3, 5, 10],
      ),
  },
  {
    name: "duration",
    fn: "seconds",
    task: 'seconds(text) reads a duration such as "1h30m", "45s" or "2h 5s": hours, minutes and seconds, each at most once and in this order, blanks between them allowed; it gives the number of seconds, and null for anything else, the empty text included',
    right: `export function seconds(text) {
  const found = /^(?:(\\d+)h)? *(?:(\\d+)m)? *(?:(\\d+)s)?$/.exec(text.trim());
  if (found === null || text.trim() === "") return null;
  const [, hours = 0, minutes = 0, rest = 0] = found;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}
`,
    refactorings: [
      `const units = "hms";
const worth = { h: 3600, m: 60, s: 1 };
export function seconds(text) {
  const parts = text.trim().split(/ +|(?<=[hms])(?=\\d)/);
  let last = -1;
  let sum = 0;
  for (const part of parts) {
    if (!/^\\d+[hms]$/.test(part)) return null;
    const unit = part.at(-1);
    if (units.indexOf(unit) <= last) return null;
    last = units.indexOf(unit);
    sum += parseInt(part, 10) * worth[unit];
  }
  return sum;
}
`,
      `export const seconds = (text) => {
  const plain = text.replaceAll(/(?<=[hms]) +(?=\\d)/g, "").trim();
  const found = plain.match(/^(\\d+h)?(\\d+m)?(\\d+s)?$/);
  if (!found || plain.length === 0) return null;
  const [h, m, s] = found.slice(1).map((part) => (part ? parseInt(part, 10) : 0));
  return s + 60 * (m + 60 * h);
};
`,
    ],
    requirements: [
      ["one unit", [["1h"], ["2m"], ["45s"], ["0s"], ["10h"]]],
      ["several units", [["1h30m"], ["1h1m1s"], ["2h 5s"], ["3m4s"], ["1h 2m 3s"]]],
      ["anything else is null", [[""], ["   "], ["h"], ["5"], ["1m1h"], ["1h2h"], ["1x"], ["1h30"], ["-1h"], ["1.5h"]]],
    ],
    truth: () =>
      [
        ...[
          "",
          " ",
          "1",
          "h",
          "1d",
          "m5",
          "1h1",
          "1s1m",
          "1m1h",
          "2h2h",
          "1h,2m",
          "a1h",
          "1hb",
          "-1s",
          "1.5m",
          " 1h ",
          "1h  2m",
        ],
        ...grid(["", "0h", "1h", "13h"], ["", "0m", "7m", "59m", "75m"], ["", "1s", "30s"]).flatMap(([h, m, s]) => [
          `${h}${m}${s}`,
          [h, m, s].filter((each) => each !== "").join(" "),
        ]),
      ].map((text) => [text]),
  },
  {
    name: "ranges",
    fn: "mergeRanges",
    task: "mergeRanges(ranges) takes ranges [from, to] of integers, both ends included, in any order; it gives them sorted, with those that overlap or follow each other directly ([1, 2] and [3, 4]) as one; it does not change what it is given",
    right: `export function mergeRanges(ranges) {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const merged = [];
  for (const [from, to] of sorted) {
    const last = merged[merged.length - 1];
    if (last !== undefined && from <= last[1] + 1) {
      if (to > last[1]) last[1] = to;
    } else merged.push([from, to]);
  }
  return merged;
}
`,
    refactorings: [
      `export const mergeRanges = (ranges) =>
  ranges
    .toSorted(([a], [b]) => a - b)
    .reduce((all, [from, to]) => {
      const last = all.at(-1);
      if (!last || last[1] + 1 < from) return [...all, [from, to]];
      return [...all.slice(0, -1), [last[0], Math.max(last[1], to)]];
    }, []);
`,
      `export function mergeRanges(ranges) {
  const covered = new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)));
  const all = [...covered].sort((a, b) => a - b);
  const merged = [];
  for (const n of all) {
    if (merged.length > 0 && merged.at(-1)[1] === n - 1) merged.at(-1)[1] = n;
    else merged.push([n, n]);
  }
  return merged;
}
`,
    ],
    requirements: [
      [
        "keeps those apart, sorted",
        [
          [
            [
              [5, 6],
              [1, 2],
            ],
          ],
          [
            [
              [1, 1],
              [3, 3],
            ],
          ],
          [[]],
          [
            [
              [10, 12],
              [1, 3],
              [5, 7],
            ],
          ],
        ],
      ],
      [
        "joins those that overlap",
        [
          [
            [
              [1, 4],
              [2, 6],
            ],
          ],
          [
            [
              [1, 10],
              [2, 3],
            ],
          ],
          [
            [
              [3, 5],
              [1, 3],
            ],
          ],
          [
            [
              [1, 10],
              [2, 3],
              [4, 12],
            ],
          ],
        ],
      ],
      [
        "joins those that follow directly",
        [
          [
            [
              [1, 2],
              [3, 4],
            ],
          ],
          [
            [
              [1, 2],
              [4, 5],
            ],
          ],
          [
            [
              [3, 3],
              [1, 2],
              [4, 9],
            ],
          ],
        ],
      ],
    ],
    truth: () =>
      sample(400, (dice) => [
        Array.from({ length: dice(6) }, () => {
          const from = dice(20);
          return [from, from + dice(5)];
        }),
      ]),
  },
  {
    name: "wrap",
    fn: "wrap",
    task: "wrap(text, width = 20) breaks a text into a list of lines of at most width letters, between words; several blanks count as one; a word that is longer than the width has a line of its own, whole; an empty text has no lines",
    right: `export function wrap(text, width = 20) {
  const lines = [];
  let line = "";
  for (const word of text.split(/\\s+/)) {
    if (word === "") continue;
    if (line === "") line = word;
    else if (line.length + 1 + word.length <= width) line += " " + word;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line !== "") lines.push(line);
  return lines;
}
`,
    refactorings: [
      `export const wrap = (text, width = 20) =>
  (text.match(/\\S+/g) ?? []).reduce((lines, word) => {
    const last = lines.at(-1);
    const joined = \`\${last} \${word}\`;
    return last !== undefined && joined.length <= width ? [...lines.slice(0, -1), joined] : [...lines, word];
  }, []);
`,
      `export function wrap(text, width) {
  const most = width === undefined ? 20 : width;
  const words = text.trim().split(/\\s+/).filter(Boolean);
  const lines = [];
  while (words.length > 0) {
    const line = [words.shift()];
    while (words.length > 0 && [...line, words[0]].join(" ").length <= most) line.push(words.shift());
    lines.push(line.join(" "));
  }
  return lines;
}
`,
    ],
    requirements: [
      [
        "breaks between words",
        [
          ["one two three", 7],
          ["one two three", 8],
          ["a b c d", 3],
          ["one two", 6],
          ["one two", 7],
        ],
      ],
      [
        "twenty letters unless told otherwise",
        [["aaaaaaaaa bbbbbbbbbb c"], ["aaaaaaaaaa bbbbbbbbbb"], ["aaaaaaaaa bbbbbbbbb cc"]],
      ],
      [
        "blanks, long words and nothing",
        [
          ["a   b", 5],
          [" a ", 5],
          ["abcdef gh", 3],
          ["a abcdef b", 3],
          ["", 5],
          ["  ", 5],
        ],
      ],
    ],
    truth: () =>
      sample(400, (dice) => [
        Array.from(
          { length: dice(8) },
          () => "abcdefghijklmnopqrstuvw".slice(0, 1 + dice(9)) + " ".repeat(1 + dice(2)),
        ).join("") + (dice(2) ? "x" : ""),
        dice(4) === 0 ? undefined : 1 + dice(14),
      ]),
  },
];
