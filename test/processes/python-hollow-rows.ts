/** A function of a module `m`, tests that check nothing about it, and one that does. */
interface HollowRow {
  readonly what: string;
  readonly source: string;
  readonly unit: string;
  readonly hollow: Readonly<Record<string, string>>;
  readonly honest: string;
}

interface Called {
  readonly what: string;
  readonly source: string;
  readonly unit: string;
  readonly call: string;
  readonly gives: string;
  readonly type: string;
}

/** All hollow forms for a function that gives a value. */
function row({ call, gives, type, ...rest }: Called): HollowRow {
  return {
    ...rest,
    hollow: {
      asserts_true: "self.assertTrue(True)",
      imports_only: "import sys\nself.assertIn(m.__name__, sys.modules)",
      is_callable: `self.assertTrue(callable(m.${rest.unit}))`,
      does_not_throw: call,
      not_none: `self.assertIsNotNone(${call})`,
      equals_itself: `self.assertEqual(${call}, ${call})`,
      type_only: `self.assertIsInstance(${call}, ${type})`,
      caught: `try:\n    self.assertEqual(${call}, ${gives})\nexcept AssertionError:\n    pass`,
    },
    honest: `self.assertEqual(${call}, ${gives})`,
  };
}

const money = `import dataclasses

@dataclasses.dataclass(frozen=True)
class Money:
    cents: int
    currency: str

    def doubled(self):
        return Money(self.cents * 2, self.currency)

    class Parser:
        @classmethod
        def parse(cls, text):
            """A class inside a class."""
            return Money(int(text), "EUR")

    @property
    def whole(self):
        return self.cents // 100

    @staticmethod
    def label(cents):
        return f"{cents} cents"
`;

const results = `import enum, functools
from typing import NamedTuple, overload

class Color(enum.Enum):
    RED = 1
    BLUE = 2

class Point(NamedTuple):
    x: int
    y: int

def mixed(first, *rest):
    return Color.RED if not rest else Color.BLUE

def origin():
    return Point(0, 0)

@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@overload
def twice(x: int) -> int: ...
@overload
def twice(x: str) -> str: ...
def twice(x):
    return x + x

def is_even(n):
    return True if n == 0 else not is_even(n - 1)
`;

const values = `"""Values."""
from __future__ import annotations

def add(a, b=1):
    return a + b

def slug(title: str) -> str:
    return title.lower().replace(" ", "-")

def evens(numbers):
    return [each for each in numbers if each % 2 == 0]

def count(words):
    found = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found

def divide(a, b):
    return a // b, a % b

async def load(key):
    return {"key": key}

square = lambda x: x * x

LIMITS = {"small": 1, "large": 10}
`;

export const hollowRows: readonly HollowRow[] = [
  row({ what: "a number", source: values, unit: "add", call: "m.add(2, 3)", gives: "5", type: "int" }),
  row({ what: "a string", source: values, unit: "slug", call: 'm.slug("A B")', gives: '"a-b"', type: "str" }),
  row({ what: "a list", source: values, unit: "evens", call: "m.evens([1, 2])", gives: "[2]", type: "list" }),
  row({
    what: "a dict",
    source: values,
    unit: "count",
    call: 'm.count("aab")',
    gives: '{"a": 2, "b": 1}',
    type: "dict",
  }),
  row({ what: "two values", source: values, unit: "divide", call: "m.divide(7, 2)", gives: "(3, 1)", type: "tuple" }),
  row({
    what: "async",
    source: values,
    unit: "load",
    call: 'asyncio.run(m.load("x"))',
    gives: '{"key": "x"}',
    type: "dict",
  }),
  row({ what: "a lambda", source: values, unit: "square", call: "m.square(3)", gives: "9", type: "int" }),
  row({
    what: "a method",
    source: money,
    unit: "Money.doubled",
    call: 'm.Money(2, "EUR").doubled()',
    gives: 'm.Money(4, "EUR")',
    type: "m.Money",
  }),
  row({
    what: "a class method of a class in a class",
    source: money,
    unit: "Money.Parser.parse",
    call: 'm.Money.Parser.parse("5")',
    gives: 'm.Money(5, "EUR")',
    type: "m.Money",
  }),
  row({
    what: "a static method",
    source: money,
    unit: "Money.label",
    call: "m.Money.label(3)",
    gives: '"3 cents"',
    type: "str",
  }),
  row({
    what: "a member of an enumeration",
    source: results,
    unit: "mixed",
    call: "m.mixed(1)",
    gives: "m.Color.RED",
    type: "m.Color",
  }),
  row({
    what: "a named tuple",
    source: results,
    unit: "origin",
    call: "m.origin()",
    gives: "m.Point(0, 0)",
    type: "m.Point",
  }),
  row({ what: "cached, and calls itself", source: results, unit: "fib", call: "m.fib(10)", gives: "55", type: "int" }),
  row({ what: "overloads", source: results, unit: "twice", call: 'm.twice("a")', gives: '"aa"', type: "str" }),
  row({
    what: "a boolean that is turned at every step",
    source: results,
    unit: "is_even",
    call: "m.is_even(3)",
    gives: "False",
    type: "bool",
  }),
  {
    what: "an operator",
    source:
      "class Point:\n    def __init__(self, x):\n        self.x = x\n\n    def __eq__(self, other):\n        return self.x == other.x if isinstance(other, Point) else NotImplemented\n",
    unit: "Point.__eq__",
    hollow: {
      asserts_true: "self.assertTrue(True)",
      does_not_throw: "m.Point(1) == m.Point(1)",
      other: "m.Point(1) == 1",
    },
    honest: "self.assertEqual(m.Point(1), m.Point(1))",
  },
  {
    what: "a property",
    ...{ source: money, unit: "Money.whole" },
    hollow: {
      does_not_throw: 'm.Money(250, "EUR").whole',
      not_none: 'self.assertIsNotNone(m.Money(250, "EUR").whole)',
      type_only: 'self.assertIsInstance(m.Money(250, "EUR").whole, int)',
    },
    honest: 'self.assertEqual(m.Money(250, "EUR").whole, 2)',
  },
  {
    what: "a value at the top level",
    ...{ source: values, unit: "LIMITS" },
    hollow: { not_none: "self.assertIsNotNone(m.LIMITS)", equals_itself: "self.assertEqual(m.LIMITS, m.LIMITS)" },
    honest: 'self.assertEqual(m.LIMITS, {"small": 1, "large": 10})',
  },
  {
    what: "a function that returns nothing",
    ...{ source: "def fill(found, key):\n    if key in found:\n        return\n    found[key] = True\n", unit: "fill" },
    hollow: { does_not_throw: "m.fill({}, 1)", gives_nothing: "self.assertIsNone(m.fill({}, 1))" },
    honest: "found = {}\nm.fill(found, 1)\nself.assertEqual(found, {1: True})",
  },
  {
    what: "a function that raises",
    ...{
      source: 'def check_age(age):\n    if age < 0:\n        raise ValueError("age")\n    return age\n',
      unit: "check_age",
    },
    hollow: { does_not_throw: "m.check_age(1)", type_only: "self.assertIsInstance(m.check_age(1), int)" },
    honest: "with self.assertRaises(ValueError):\n    m.check_age(-1)",
  },
];
