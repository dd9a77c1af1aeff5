import { grid, range, sample } from "./truth-inputs.mjs";

/** As the others, in Python. */
export const pythonProjects = [
  {
    name: "luhn",
    fn: "luhn",
    task: "luhn(number) says whether a text of digits is valid by the Luhn checksum: blanks in it are left out, anything but digits is not valid, nor is a text of fewer than two digits",
    right: `def luhn(number):
    digits = number.replace(" ", "")
    if len(digits) < 2 or not digits.isdigit():
        return False
    total = 0
    for at, digit in enumerate(reversed(digits)):
        value = int(digit)
        if at % 2 == 1:
            value = value * 2
            if value > 9:
                value = value - 9
        total += value
    return total % 10 == 0
`,
    refactorings: [
      `def luhn(number):
    text = "".join(number.split(" "))
    if not text.isdigit() or len(text) == 1:
        return False
    odd = [int(each) for each in text[-1::-2]]
    even = [sum(divmod(2 * int(each), 10)) for each in text[-2::-2]]
    return (sum(odd) + sum(even)) % 10 == 0
`,
      `DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

def luhn(number):
    digits = [each for each in number if each != " "]
    if len(digits) <= 1 or any(each not in "0123456789" for each in digits):
        return False
    digits.reverse()
    return not sum(DOUBLED[int(each)] if at % 2 else int(each) for at, each in enumerate(digits)) % 10
`,
    ],
    requirements: [
      ["valid_numbers", [["4539 3195 0343 6467"], ["059"], ["18"], ["00"], ["8273 1232 7352 0569"]]],
      ["other_checksums", [["4539 3195 0343 6468"], ["058"], ["17"], ["8273 1232 7352 0569 0"], ["81"], ["10"]]],
      ["no_number", [["0"], [""], ["5"], [" 0"], ["0a8"], ["05-9"]]],
    ],
    truth: () => [
      ...range(0, 400).map((n) => [String(n)]),
      ...sample(150, (dice) => [Array.from({ length: 1 + dice(9) }, () => "0123456789"[dice(10)]).join("")]),
      [""],
      [" "],
      ["1 8"],
      ["a"],
      ["1a"],
      ["18a"],
    ],
  },
  {
    name: "brackets",
    fn: "first_wrong",
    task: "first_wrong(text) gives the position, counted from 0, of the first bracket of (), [] and {} that closes nothing or the wrong one; if all that close are right, that of the first one that is never closed; and -1 if all is right. Other letters do not matter",
    right: `PAIRS = {")": "(", "]": "[", "}": "{"}

def first_wrong(text):
    opened = []
    for at, letter in enumerate(text):
        if letter in "([{":
            opened.append((letter, at))
        elif letter in PAIRS:
            if not opened:
                return at
            if opened[-1][0] != PAIRS[letter]:
                return at
            opened.pop()
    if opened:
        return opened[0][1]
    return -1
`,
    refactorings: [
      `def first_wrong(text):
    stack = []
    for at in range(len(text)):
        kind = "([{)]}".find(text[at])
        if kind < 0:
            continue
        if kind < 3:
            stack.append((kind, at))
        elif stack and stack[-1][0] == kind - 3:
            stack = stack[:-1]
        else:
            return at
    return stack[0][1] if stack else -1
`,
      `def first_wrong(text):
    closes = {"(": ")", "[": "]", "{": "}"}
    waiting, places = [], []
    for at, letter in enumerate(text):
        if letter in closes:
            waiting.append(closes[letter])
            places.append(at)
        elif letter in closes.values():
            if not waiting or waiting.pop() != letter:
                return at
            places.pop()
    return next(iter(places), -1)
`,
    ],
    requirements: [
      ["all_right", [[""], ["abc"], ["()"], ["a(b[c]{d})e"], ["()[]{}"]]],
      ["closes_wrongly", [[")"], ["a]"], ["(]"], ["([)]"], ["()}"], ["{(])"], ["ab)("]]],
      ["never_closed", [["("], ["a["], ["()("], ["(()"], ["{[]"], ["x(y{z}"]]],
    ],
    truth: () =>
      sample(600, (dice) => [Array.from({ length: dice(9) }, () => "()[]{}a()"[dice(9)]).join("")]).concat([
        [""],
        ["a(b[c]{d})e"],
      ]),
  },
  {
    name: "discount",
    fn: "discount",
    task: "discount(total, member=False, coupon=0) gives what is to pay: members get 10 percent off totals of 100 or more, then the coupon is taken off, never below 0; a coupon above 50 counts as 50; the result is rounded to two places",
    right: `def discount(total, member=False, coupon=0):
    price = total
    if member and total >= 100:
        price = total * 0.9
    if coupon > 50:
        coupon = 50
    price = price - coupon
    if price < 0:
        price = 0
    return round(price, 2)
`,
    refactorings: [
      `def discount(total, member=False, coupon=0):
    rate = 0.9 if member and not total < 100 else 1
    return round(max(0, total * rate - min(coupon, 50)), 2)
`,
      `LIMIT = 50

def reduced(total, member):
    return total - total / 10 if member and total >= 100 else total

def discount(total, member=False, coupon=0):
    left = reduced(total, member) - (coupon if coupon < LIMIT else LIMIT)
    return round(left, 2) if left > 0 else 0
`,
    ],
    requirements: [
      ["members_from_100_on", [[100, true], [99, true], [200, true], [100, false], [100], [150.5, true]]],
      [
        "coupons",
        [
          [80, false, 20],
          [200, true, 30],
          [80, true, 5],
          [80, false, 0],
        ],
      ],
      [
        "coupons_up_to_50",
        [
          [80, false, 50],
          [80, false, 51],
          [80, false, 70],
          [200, true, 60],
          [80, false, 49],
        ],
      ],
      [
        "never_below_0_and_two_places",
        [[10, false, 20], [20, false, 20], [0], [0.5, false, 1], [33.333], [10.006], [111.11, true]],
      ],
    ],
    truth: () =>
      grid(
        [0, 0.5, 1, 10, 33.337, 49, 50, 51, 60, 99, 99.99, 100, 100.5, 101, 200],
        [undefined, true, false],
        [undefined, 0, 1, 10, 49, 50, 51, 52, 80],
      ),
  },
  {
    name: "slots",
    fn: "slots",
    task: "slots(start, end, length=30, gap=0) gives the list of the minutes at which appointments of this length begin, the first at start, with the gap between one's end and the next one's beginning; all of them end at or before end. A length of 0 or less, or a negative gap, raises a ValueError",
    right: `def slots(start, end, length=30, gap=0):
    if length <= 0 or gap < 0:
        raise ValueError("length and gap")
    found = []
    at = start
    while at + length <= end:
        found.append(at)
        at += length + gap
    return found
`,
    refactorings: [
      `def slots(start, end, length=30, gap=0):
    if not (length > 0 and gap >= 0):
        raise ValueError(length, gap)
    return list(range(start, end - length + 1, length + gap))
`,
      `def slots(start, end, length=30, gap=0):
    if gap < 0:
        raise ValueError("gap")
    if length < 1:
        raise ValueError("length")
    count = (end - start + gap) // (length + gap)
    return [start + n * (length + gap) for n in range(max(count, 0))]
`,
    ],
    requirements: [
      [
        "fills_the_time",
        [
          [0, 60, 20],
          [0, 59, 20],
          [0, 61, 20],
          [540, 600, 15],
          [0, 20, 20],
          [0, 19, 20],
        ],
      ],
      [
        "with_gaps",
        [
          [0, 60, 20, 10],
          [0, 50, 20, 10],
          [0, 49, 20, 10],
          [100, 160, 10, 5],
        ],
      ],
      [
        "half_an_hour_and_no_gap_unless_told",
        [
          [0, 120],
          [0, 90],
          [0, 60, 30],
          [0, 89],
        ],
      ],
      [
        "refuses",
        [
          [0, 60, 0],
          [0, 60, -5],
          [0, 60, 20, -1],
          [0, 3, 1, 0],
          [60, 0, 20],
          [0, 60, 20, 0],
        ],
      ],
    ],
    truth: () =>
      grid([0, 5, 60], [0, 5, 29, 30, 31, 60, 61, 90, 120], [undefined, -1, 0, 1, 7, 30, 60], [undefined, -1, 0, 1, 5]),
  },
  {
    name: "rank",
    fn: "ranks",
    task: "ranks(scores) takes a dict of names and scores and gives a list of [rank, name, score], the highest score first; equal scores have the same rank, and the next rank counts them all (1, 2, 2, 4); within one rank names are sorted",
    right: `def ranks(scores):
    ordered = sorted(scores.items(), key=lambda each: (-each[1], each[0]))
    found = []
    rank = 0
    last = None
    for at, (name, score) in enumerate(ordered):
        if score != last:
            rank = at + 1
            last = score
        found.append([rank, name, score])
    return found
`,
    refactorings: [
      `def ranks(scores):
    values = list(scores.values())
    rows = [[1 + sum(other > score for other in values), name, score] for name, score in scores.items()]
    return sorted(rows)
`,
      `from itertools import groupby

def ranks(scores):
    found = []
    ordered = sorted(scores, key=lambda name: -scores[name])
    for score, names in groupby(ordered, key=scores.get):
        rank = len(found) + 1
        found.extend([rank, name, score] for name in sorted(names))
    return found
`,
    ],
    requirements: [
      ["highest_first", [[{ a: 1, b: 3, c: 2 }], [{ z: 5 }], [{}], [{ a: 0, b: -1 }]]],
      [
        "equal_scores",
        [
          [{ a: 9, b: 5, c: 5, d: 1 }],
          [{ a: 5, b: 5, c: 5 }],
          [{ a: 7, b: 7, c: 3 }],
          [{ a: 4, b: 2, c: 2, d: 2, e: 1 }],
        ],
      ],
      ["names_are_sorted", [[{ c: 5, a: 5, b: 5 }], [{ z: 1, y: 1, x: 2, w: 2 }]]],
    ],
    truth: () =>
      sample(300, (dice) => [
        Object.fromEntries(Array.from({ length: dice(6) }, () => ["abcdefg"[dice(7)], dice(4) - 1])),
      ]),
  },
  {
    name: "version",
    fn: "compare",
    task: 'compare(a, b) compares two versions such as "1.2.10": -1, 0 or 1 if the first is lower, equal or higher; parts are compared as numbers, missing parts count as 0, a leading "v" is left out, and a pre-release ("1.0-beta") is lower than its release; two pre-releases of one version are compared as texts',
    right: `def read(version):
    text = version[1:] if version.startswith("v") else version
    numbers, _, tag = text.partition("-")
    return [int(part) for part in numbers.split(".")], tag

def compare(a, b):
    one, first = read(a)
    two, second = read(b)
    most = max(len(one), len(two))
    one = one + [0] * (most - len(one))
    two = two + [0] * (most - len(two))
    if one != two:
        return -1 if one < two else 1
    if first == second:
        return 0
    if first == "":
        return 1
    if second == "":
        return -1
    return -1 if first < second else 1
`,
    refactorings: [
      `def key(version):
    numbers, dash, tag = version.removeprefix("v").partition("-")
    parts = [int(each) for each in numbers.split(".")]
    while parts and parts[-1] == 0:
        parts.pop()
    return parts, dash == "", tag

def compare(a, b):
    one, two = key(a), key(b)
    return (one > two) - (one < two)
`,
      `from itertools import zip_longest

def split(version):
    if version[0] == "v":
        version = version[1:]
    pieces = version.split("-", 1)
    return pieces[0].split("."), pieces[1] if len(pieces) > 1 else None

def compare(a, b):
    (left, first), (right, second) = split(a), split(b)
    for x, y in zip_longest(left, right, fillvalue="0"):
        if int(x) < int(y):
            return -1
        if int(x) > int(y):
            return 1
    if first == second:
        return 0
    if first is None or second is None:
        return 1 if first is None else -1
    return 1 if first > second else -1
`,
    ],
    requirements: [
      [
        "numbers",
        [
          ["1.2", "1.3"],
          ["1.10", "1.9"],
          ["2.0", "1.9.9"],
          ["1.2.3", "1.2.3"],
          ["0.1", "0.2"],
          ["1.2.10", "1.2.9"],
        ],
      ],
      [
        "missing_parts_are_0",
        [
          ["1", "1.0.0"],
          ["1.0.1", "1"],
          ["1", "1.0.1"],
          ["1.2", "1.2.0"],
        ],
      ],
      [
        "leading_v",
        [
          ["v1.2", "1.2"],
          ["v1.3", "v1.2"],
          ["1.2", "v1.3"],
          ["v2", "v2.0"],
        ],
      ],
      [
        "pre_releases",
        [
          ["1.0-beta", "1.0"],
          ["1.0", "1.0-beta"],
          ["1.0-alpha", "1.0-beta"],
          ["1.0-beta", "1.0-alpha"],
          ["1.0-rc", "1.0-rc"],
          ["1.1-beta", "1.0"],
          ["1.0-beta", "1"],
          ["0.9", "1.0-beta"],
        ],
      ],
    ],
    truth: () => {
      const all = [
        "0.9",
        "1",
        "1.0",
        "v1",
        "1.0.0",
        "1.0.1",
        "1.2",
        "v1.2",
        "1.10",
        "1.9",
        "2",
        "1.0-beta",
        "1.0-alpha",
        "v1-beta",
        "1.2-rc.1",
        "10.0",
        "1.2.3",
        "1.2.3.4",
      ];
      return grid(all, all);
    },
  },
];
