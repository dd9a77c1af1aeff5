/** How tests are written in one language, line by line. All expressions are tried on one line without comments. */
export interface TestDialect {
  readonly files: RegExp;
  /** Begins a test or a group of tests. */
  readonly opens: RegExp;
  /** A group rather than a test. */
  readonly group?: RegExp;
  /** What must stand on the line itself or in the marks above it, for languages where a test looks like any function. */
  readonly needs?: RegExp;
  /** A line above a test that belongs to it. */
  readonly mark?: RegExp;
  /** Switches a test off: on its line or in its marks, and in its body unless that is told apart. */
  readonly skips: RegExp;
  readonly skipsInside?: RegExp;
  readonly focuses?: RegExp;
  readonly asserts: RegExp;
  /** Asserts nothing. */
  readonly trivial?: RegExp;
  readonly comment: "//" | "#";
  /** Either kind of quotes means the same, and a semicolon may end a line or not: formatters choose. */
  readonly isLoose?: boolean;
}

const annotation = /^\s*(?:@[\w.]+|\[[\w.]+|#\[)/;

const javascript: TestDialect = {
  files: /(?:^|\/)(?:__tests__|tests?|specs?|e2e)\/.*\.[cm]?[jt]sx?$|[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?$/,
  opens:
    /^\s*(?:(?:export|await|return|void)\s+)?(?:[xf]?(?:it|test|describe|context|suite|specify)|Deno\.test|t\.test)(?:\.(?!before|after|use\b|extend|step|slow|set|info)\w+){0,4}\s*(?:<.{0,80}>)?\s*[(`]/,
  group: /^\s*(?:await\s+)?(?:test\.describe|[xf]?(?:describe|context|suite))\b/,
  skips:
    /^\s*x(?:it|test|describe|context|specify)\b|^\s*(?:await\s+)?(?:it|test|describe|context|suite|specify|Deno\.test)(?:\.\w+){0,3}\.(?:skip|todo|skipIf|runIf|fails|failing|fixme|ignore)\b|\b(?:skip|todo|ignore)\s*:\s*(?!false\b)\S/,
  skipsInside: /\b(?:t|this|ctx|context)\.(?:skip|todo)\(|^\s+test\.(?:skip|fixme|fail)\(/,
  focuses:
    /^\s*f(?:it|describe)\s*\(|^\s*(?:await\s+)?(?:it|test|describe|context|suite|specify|Deno\.test)(?:\.\w+){0,3}\.only\b|\bonly\s*:\s*true\b/,
  asserts:
    /\b(?:expect|assert)\w*\s*(?:\.\w+|\()|\.should\b|\bshould\(|\bt\.(?:is|not|deepEqual|notDeepEqual|equal|ok|same|strictSame|throws|rejects|true|false|truthy|falsy|like|match|regex|snapshot|fail)\(|(?<![.\w])(?:equal|notEqual|deepEqual|strictEqual|deepStrictEqual|throws|rejects)\(/g,
  trivial: /\bexpect\(\s*(?:true|false|1|0|null)\s*\)|\bassert(?:\.ok|\.strictEqual|\.equal)?\(\s*(?:true|1)\s*[,)]/g,
  comment: "//",
  isLoose: true,
};

const python: TestDialect = {
  files: /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|(?:^|\/)tests?\/.*\.py$/,
  opens: /^\s*(?:async\s+)?def\s+test\w*\s*\(|^\s*class\s+(?:Test\w*|\w+Tests?|\w+TestCase)\b/,
  group: /^\s*class\s/,
  mark: /^\s*@/,
  skips:
    /@(?:pytest\.mark\.(?:skip|skipif|xfail)|unittest\.(?:skip\w*|expectedFailure)|skip\w*\b|expectedFailure)|\bpytest\.(?:skip|xfail|importorskip)\(|\bself\.skipTest\(|\bpytestmark\s*=.{0,80}\.(?:skip|xfail)|\braise\s+(?:unittest\.)?SkipTest\b|\b__test__\s*=\s*False/,
  asserts: /(?:^|\s)assert\b|\bself\.(?:assert\w+|fail)\(|\bpytest\.(?:raises|warns|fail)\b|\.assert_\w+\(/g,
  trivial: /(?:^|\s)assert\s+(?:True|1|not\s+False)\s*(?:$|,)|\bassertTrue\(\s*True\b/g,
  comment: "#",
  isLoose: true,
};

const go: TestDialect = {
  files: /_test\.go$/,
  opens: /^func\s+(?:\([^)]{0,80}\)\s*)?(?:Test|Fuzz|Example)\w*\s*\(|^\s*t\.Run\(\s*"/,
  skips: /\bt\.Skip(?:f|Now)?\(/,
  asserts: /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|qt|is)\.\w+\(|\bExpect\(/g,
  trivial: /\b(?:assert|require)\.True\(\s*t,\s*true\b/g,
  comment: "//",
};

const rust: TestDialect = {
  files: /\.rs$/,
  opens: /^\s*(?:pub\s+)?(?:async\s+)?fn\s+\w+\s*\(/,
  needs: /#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b/,
  mark: /^\s*#\[/,
  skips: /#\[ignore\b/,
  asserts: /\b(?:debug_|prop_)?assert\w*!|\bpanic!|\bshould_panic\b|\bmatches!/g,
  trivial: /\bassert!\(\s*true\s*[,)]/g,
  comment: "//",
};

const jvm: TestDialect = {
  files: /(?:Tests?|IT|Spec)\.(?:java|kt|groovy|scala)$|(?:^|\/)src\/test\/.*\.(?:java|kt|groovy|scala)$/,
  opens: /^\s*(?:[\w<>[\],.]+\s+){0,6}(?:\w+|`[^`]{1,200}`)\s*\([^;]*$/,
  needs: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b|\bvoid\s+test\w*\s*\(/,
  mark: annotation,
  skips: /@(?:Disabled|Ignore)\w*\b|\bassume(?:True|False|That)\(|\benabled\s*=\s*false\b/,
  asserts: /\b(?:assert|verify|expect|should)\w*\s*[({]|\bfail\(/g,
  trivial: /\bassertTrue\(\s*true\b/g,
  comment: "//",
};

const csharp: TestDialect = {
  files: /Tests?\.cs$|(?:^|\/)[\w.]*[Tt]ests?\/.*\.cs$/,
  opens: /^\s*(?:[\w<>[\],.]+\s+){1,6}\w+\s*\([^;]*$/,
  needs: /\[(?:\w+[,\s]+)*(?:Fact|Theory|Test|TestCase|TestMethod)\b/,
  mark: /^\s*\[/,
  skips: /\bSkip\s*=|\[Ignore\b|\bAssert\.(?:Ignore|Inconclusive|Skip)\b/,
  asserts: /\bAssert\.\w+|\.Should\b|\bVerify\(|\.ShouldBe\w*\(/g,
  trivial: /\bAssert\.(?:True|IsTrue)\(\s*true\b/g,
  comment: "//",
};

const ruby: TestDialect = {
  files: /_(?:spec|test)\.rb$|(?:^|\/)(?:spec|test)\/.*\.rb$/,
  opens: /^\s*[xf]?(?:it|specify|describe|context|test|feature|scenario|RSpec\.describe)\b[ (]|^\s*def\s+test_\w+/,
  group: /^\s*[xf]?(?:describe|context|feature|RSpec\.describe)\b/,
  skips: /^\s*x(?:it|describe|context|specify)\b|[,(]\s*:?(?:skip|pending)\b/,
  skipsInside: /^\s*(?:skip|pending)\b/,
  focuses: /^\s*f(?:it|describe|context)\b|[,(]\s*:?focus\b/,
  asserts: /\bexpect\b|\b(?:assert|refute)\w*\b|\.should\b|\b(?:must|wont)_\w+/g,
  trivial: /\bexpect\(\s*true\s*\)|\bassert\(?\s*true\b/g,
  comment: "#",
};

const php: TestDialect = {
  files: /Test\.php$|(?:^|\/)tests?\/.*\.php$/,
  opens: /^\s*(?:(?:final|public|static)\s+){0,3}function\s+test\w*\s*\(|^\s*(?:it|test|describe)\s*\(/,
  skips: /\bmarkTest(?:Skipped|Incomplete)\b|->(?:skip|todo)\(/,
  focuses: /->only\(/,
  asserts: /(?:->|::)(?:assert|expect)\w*\(|\bexpect\(/g,
  trivial: /\bassertTrue\(\s*true\b|\bexpect\(\s*true\s*\)/g,
  comment: "//",
};

const elixir: TestDialect = {
  files: /_test\.exs$/,
  opens: /^\s*(?:test|describe|property)\s+"/,
  group: /^\s*describe\b/,
  mark: /^\s*@(?:module)?tag\b/,
  skips: /@(?:module|describe)?tag\s+(?::skip|skip:)/,
  asserts: /\b(?:assert|refute)\w*\b/g,
  trivial: /\bassert\s+true\s*$/g,
  comment: "#",
};

const others: TestDialect = {
  files:
    /\.bats$|_test\.dart$|Tests?\.swift$|(?:_test|_unittest|Test|_spec)\.(?:c|cc|cpp|cxx)$|(?:^|\/)tests?\/.*\.(?:cc|cpp|cxx)$/,
  opens:
    /^\s*@test\s+["']|^\s*(?:test|testWidgets|group)\(\s*["']|^\s*func\s+test\w*\s*\(|^\s*(?:TEST|TEST_F|TEST_P|TEST_CASE|SCENARIO)\s*\(/,
  group: /^\s*group\(/,
  skips: /\bskip:\s*(?!false\b)\S|\.disabled\(|\bDISABLED_/,
  skipsInside: /^\s*skip\b|\bXCTSkip|\bGTEST_SKIP\b/,
  asserts:
    /\bexpect\w*\(|\bXCTAssert\w*|#expect\b|\b(?:EXPECT|ASSERT|CHECK|REQUIRE)\w*\s*\(|^\s*(?:\[\[?\s|assert\w*\b)/g,
  comment: "//",
};

const all: readonly TestDialect[] = [javascript, python, go, rust, jvm, csharp, ruby, php, elixir, others];

/** The dialect a file's tests are written in; undefined where it is no file of tests. */
export const findDialect = (path: string): TestDialect | undefined => all.find(({ files }) => files.test(path));

/** A file that by its name alone holds tests, in whatever language. */
export const isNamedTest = (path: string): boolean =>
  /(?:^|[/._-])(?:test|spec)[._-][^/]+$|[._-](?:test|spec)\.\w+$/.test(path);
