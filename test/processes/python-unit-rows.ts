/** Rows with `run` are only known to have no wrong answer when they answer. */
export const unmeasuredRows: readonly { what: string; source: string; unit: string; run?: string }[] = [
  { what: "a generator", unit: "numbers", source: "def numbers():\n    yield 1\n" },
  { what: "an async generator", unit: "numbers", source: "async def numbers():\n    yield 1\n" },
  {
    what: "a setter",
    unit: "A.size",
    source: "class A:\n    size = property()\n    @size.setter\n    def size(self, to):\n        self.to = to\n",
  },
  { what: "a constructor", unit: "A.__init__", source: "class A:\n    def __init__(self):\n        self.a = 1\n" },
  {
    what: "a special method",
    unit: "A.__enter__",
    source: "class A:\n    def __enter__(self):\n        return self\n",
  },
  {
    what: "an abstract method",
    unit: "A.area",
    source: "import abc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def area(self):\n        return 1\n",
  },
  { what: "a function without a body", unit: "stub", source: 'def stub():\n    """Later."""\n    ...\n' },
  { what: "a name for another value", unit: "B", source: "import os\nB = os.sep\n" },
  { what: "an object of a foreign class", unit: "log", source: "import logging\nlog = logging.getLogger('a')\n" },
  { what: "a list of exported names", unit: "__all__", source: "__all__ = ['a']\na = 1\n" },
  {
    what: "a returned function",
    unit: "adder",
    source: "def adder(n):\n    return lambda x: x + n\n",
    run: "assert adder(1)(1) == 2",
  },
  {
    what: "a returned iterator",
    unit: "each",
    source: "def each(found):\n    return iter(found)\n",
    run: "assert list(each([1])) == [1]",
  },
  {
    what: "a returned class",
    unit: "kind",
    source: "def kind(x):\n    return type(x)\n",
    run: "assert kind(1) is int",
  },
  {
    what: "nothing found",
    unit: "find",
    source: "def find(found, key):\n    return found.get(key)\n",
    run: "assert find({}, 1) is None",
  },
  {
    what: "a string without letters",
    unit: "dash",
    source: "def dash(n):\n    return '-' * n\n",
    run: "assert dash(3) == '---'",
  },
];

export const unitRows: readonly { what: string; text: string; units: readonly [string, string, boolean][] | null }[] = [
  { what: "none in an empty text", text: "", units: [] },
  { what: "none that can be told where the text is wrong", text: "def f(:\n", units: null },
  { what: "none that can be told of a text with a zero byte", text: "A = 1\0\n", units: null },
  {
    what: "a function without its decorators",
    text: "@staticmethod\ndef f():\n    return 1\n\n# after\n",
    units: [["f", "def f():\n    return 1", true]],
  },
  {
    what: "a property, below its decorator",
    text: "class A:\n    @property\n    def size(self):\n        return 1\n",
    units: [["A.size", "def size(self):\n        return 1", true]],
  },
  { what: "an async function", text: "async def f(): return 1\n", units: [["f", "async def f(): return 1", true]] },
  {
    what: "a function inside a function is part of it",
    text: "def f():\n  def g(): pass\n  return g\n",
    units: [["f", "def f():\n  def g(): pass\n  return g", true]],
  },
  {
    what: "functions in branches, each by the same name",
    text: "try:\n  import x\n  def f(): return 1\nexcept ImportError:\n  def f(): return 2\n",
    units: [
      ["f", "def f(): return 1", true],
      ["f", "def f(): return 2", true],
    ],
  },
  {
    what: "overloads are signatures",
    text: "@overload\ndef f(a: int): ...\ndef f(a): return a\n",
    units: [
      ["f", "def f(a: int): ...", false],
      ["f", "def f(a): return a", true],
    ],
  },
  {
    what: "values, but no attributes, parts or pairs",
    text: "A = 1\nB: int = 2\nC: int\na.b = 3\nc[0] = 4\nd, e = 5, 6\n",
    units: [
      ["A", "A = 1", true],
      ["B", "B: int = 2", true],
    ],
  },
  {
    what: "lines that end with CR and LF, and letters that are no ASCII",
    text: "\uFEFFé = '😀'\r\nclass Ü:\r\n    def ö(self): return '日本'\r\n",
    units: [
      ["é", "é = '😀'", true],
      ["Ü.ö", "def ö(self): return '日本'", true],
    ],
  },
  {
    what: "a yield of an inner function makes no generator",
    text: "def f():\n  def g():\n    yield 1\n  return list(g())\n",
    units: [["f", "def f():\n  def g():\n    yield 1\n  return list(g())", true]],
  },
];
