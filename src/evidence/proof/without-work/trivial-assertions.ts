import { closeOf, splitList } from "./blank-code.js";
import { isConstant, isTrivialClaim, isTrivialFailure, isTrivialPair } from "./trivial-claims.js";

const prefix = "(?:\\b(?:self|t|assert|require|Assert|Assertions|chai\\.assert)\\.)?";
const called = (names: string): RegExp => new RegExp(`${prefix}\\b(?:${names})!?\\(`, "g");

/** Assertions that are calls, and when their arguments prove nothing. */
const calls: readonly { readonly names: RegExp; readonly isTrivial: (args: readonly string[]) => boolean }[] = [
  {
    names: called("assert|ok|isTrue|isOk|assertTrue|assertThat|truthy|true|True|debug_assert|IsTrue"),
    isTrivial: ([claim = ""]) => isTrivialClaim(claim),
  },
  {
    names: called("isFalse|assertFalse|falsy|false|False|refute|IsFalse"),
    isTrivial: ([claim = ""]) => isConstant(claim),
  },
  {
    names: called(
      "equal|strictEqual|deepEqual|deepStrictEqual|assertEquals?|assertIs|assertSame|is|same|assert_eq|assert_equal|Equal|AreEqual",
    ),
    isTrivial: ([one = "", other = ""]) => other !== "" && isTrivialPair(one, other),
  },
  {
    names: called(
      "assertIsNotNone|assertNotNull|NotNil|exists|isDefined|isNotNull|refute_nil|assert_not_nil|NotNull|IsNotNull",
    ),
    isTrivial: () => true,
  },
  {
    names: called(
      "assertIsInstance|assertInstanceOf|assert_kind_of|assert_instance_of|assert_respond_to|typeOf|isFunction|instanceOf|IsType|IsInstanceOfType",
    ),
    isTrivial: () => true,
  },
  {
    names: called(
      "doesNotThrow|assertDoesNotThrow|assert_nothing_raised|doesNotReject|NotPanics|notThrows|notThrowsAsync|DoesNotThrow",
    ),
    isTrivial: () => true,
  },
];

/** What is said of an expected value, by its end, where it proves nothing. */
const matchers: readonly { readonly says: RegExp; readonly isTrivial: (value: string, args: string) => boolean }[] = [
  {
    says: /^\.(?:toBe|toEqual|toStrictEqual|to\.(?:equal|eql|deep\.equal|be\.equal)|to (?:eq|eql|equal|be))$/,
    isTrivial: (value, args) => isTrivialPair(value, args),
  },
  { says: /^\.(?:toBeTruthy|to\.be\.(?:ok|true)|to be_truthy)$/, isTrivial: (value) => isTrivialClaim(value) },
  { says: /^\.(?:toBeFalsy|to\.be\.false|to be_falsey)$/, isTrivial: (value) => isConstant(value) },
  {
    says: /^\.(?:toBeDefined|not\.toBe(?:Null|Undefined)|to\.exist|(?:not\.to|to\.not)\.be\.(?:null|undefined)|(?:not_to|to_not) be_nil|isNotNull)$/,
    isTrivial: () => true,
  },
  {
    says: /^\.(?:toBeInstanceOf|toBeTypeOf|to\.be\.(?:an?|instanceof|instanceOf)|to (?:be_an?|be_kind_of|be_instance_of|respond_to)|isInstanceOf)$/,
    isTrivial: () => true,
  },
  {
    says: /^\.(?:resolves\.|rejects\.)?(?:not\.toThrow(?:Error)?|(?:not\.to|to\.not)\.throw|(?:not_to|to_not) raise_error)$/,
    isTrivial: () => true,
  },
];

/** Code without the assertions that hold whatever the tested function gives. In doubt one stays. */
export function withoutTrivial(code: string): string {
  let rest = withoutTrivialChains(code);
  for (const { names, isTrivial } of calls) rest = withoutTrivialCalls(rest, names, isTrivial);
  return withoutTrivialConditions(withoutTrivialStatements(rest));
}

function withoutTrivialCalls(code: string, names: RegExp, isTrivial: (args: readonly string[]) => boolean): string {
  return cut(code, names, (start, open) => {
    const end = closeOf(code, open);
    const args = splitList(code.slice(open + 1, end - 1), /[()[\]{}]/);
    const own = args[0] === "t" && args.length > 1 ? args.slice(1) : args;
    return !/^\s*\./.test(code.slice(end)) && !/[.\w]$/.test(code.slice(0, start)) && isTrivial(own) ? end : null;
  });
}

const chain = /(?:\s*\.\s*\w+)+(?:\s+(?!do\b|end\b)\w+)?/y;

function withoutTrivialChains(code: string): string {
  return cut(code, /\bexpect\s*[({]|\bassertThat\(/g, (_start, open) => {
    const valueEnd = closeOf(code, open);
    chain.lastIndex = valueEnd;
    const says = (chain.exec(code)?.[0] ?? "")
      .replaceAll(/\s*\.\s*/g, ".")
      .replace(/^\.(?=to\s|not_to\s|to_not\s)/, ".");
    const after = says === "" ? valueEnd : chain.lastIndex;
    const args =
      code[after] === "("
        ? { text: code.slice(after + 1, closeOf(code, after) - 1), end: closeOf(code, after) }
        : lineArgs(code, after);
    if (/^\s*\./.test(code.slice(args.end))) return null;
    const value = code.slice(open + 1, valueEnd - 1);
    const found = matchers.find(({ says: pattern }) => pattern.test(says.replaceAll(/\s+/g, " ").trim()));
    return found?.isTrivial(value, args.text) ? args.end : null;
  });
}

/** Ruby needs no brackets around what is expected. */
function lineArgs(code: string, from: number): { readonly text: string; readonly end: number } {
  const [text = ""] = /^[ \t][^\n;]*/.exec(code.slice(from)) ?? [];
  return { text: text.trim(), end: from + text.length };
}

/** Python's statement, and Ruby's call without brackets. */
function withoutTrivialStatements(code: string): string {
  return code.replaceAll(/^([ \t]*)assert[ \t]+(?![({]?$)([^\n]*)$/gm, (line, indent: string, claim: string) => {
    const [first = ""] = splitList(claim, /[()[\]{}]/);
    return isTrivialClaim(first) ? `${indent}pass` : line;
  });
}

const failing = /^\s*\{\s*(?:t\.(?:Fatal|Error|Fail)\w*\([^{}]*\)|return)[;\s]*\}$/;

/** "if got == nil { t.Fatal() }" */
function withoutTrivialConditions(code: string): string {
  return cut(code, /\bif\s[^{}\n]*\{/g, (start, open) => {
    const end = closeOf(code, open);
    return failing.test(code.slice(open, end)) && isTrivialFailure(code.slice(start + 2, open).trim()) ? end : null;
  });
}

/** Takes out what begins with one of the matches, which end with a bracket, and ends where `endOf` says. */
function cut(code: string, starts: RegExp, endOf: (start: number, open: number) => number | null): string {
  let rest = "";
  let from = 0;
  for (const { 0: words, index } of code.matchAll(starts)) {
    if (index < from) continue;
    const end = endOf(index, index + words.length - 1);
    if (end === null) continue;
    rest += code.slice(from, index);
    from = end;
  }
  return rest + code.slice(from);
}
