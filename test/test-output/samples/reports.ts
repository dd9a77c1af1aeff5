import { sample } from "../sample.js";

const jestJson = (over: Record<string, unknown>): string =>
  `${JSON.stringify({ numFailedTestSuites: 0, numFailedTests: 0, numPassedTests: 2, numPendingTests: 0, numRuntimeErrorTestSuites: 0, numTodoTests: 0, numTotalTests: 2, success: true, testResults: [], wasInterrupted: false, ...over })}\n`;

export default [
  sample(
    "JUnit XML, passed",
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="2" failures="0">\n  <testsuite name="cart" tests="2">\n    <testcase classname="cart" name="sums" time="0.1"/>\n    <testcase classname="cart" name="later"><skipped/></testcase>\n    <system-out><![CDATA[<failure> 1 failed ]]></system-out>\n  </testsuite>\n</testsuites>\n',
    { status: "pass", framework: "junit-xml", passed: 1, skipped: 1, total: 2 },
  ),
  sample(
    "JUnit XML, failed",
    '<testsuite name="cart" tests="2" failures="1" errors="1">\n<testcase classname="Cart" name="sums" file="cart.py" line="5"><failure message="3 &lt; 4">stack</failure></testcase>\n<testcase classname="Cart" name="taxes"><error message="no rate"/></testcase>\n</testsuite>\n',
    {
      status: "fail",
      failed: 1,
      errors: 1,
      passed: 0,
      failures: [{ name: "Cart › sums", file: "cart.py", line: 5, message: "3 < 4" }, { name: "Cart › taxes" }],
    },
  ),
  sample("JUnit XML, empty", '<?xml version="1.0"?>\n<testsuites name="none" tests="0"/>\n', {
    status: "unknown",
    total: 0,
  }),
  sample("JUnit XML, cut", '<testsuites>\n<testsuite name="cart">\n<testcase name="sums"/>\n', { status: "unknown" }),
  sample(
    "two JUnit files",
    [
      '<testsuite tests="1"><testcase name="a"/></testsuite>\n',
      '<testsuite tests="1"><testcase name="b"><failure/></testcase></testsuite>\n',
    ],
    { status: "fail", passed: 1, failed: 1 },
  ),
  sample(
    "TRX",
    '<?xml version="1.0"?>\n<TestRun><Results><UnitTestResult testName="Sums" outcome="Failed"><Output/></UnitTestResult><UnitTestResult testName="Taxes" outcome="Passed"/></Results><ResultSummary outcome="Failed"><Counters total="2" passed="1" failed="1"/></ResultSummary></TestRun>\n',
    { status: "fail", framework: "dotnet-test", passed: 1, failed: 1, failures: [{ name: "Sums" }] },
  ),
  sample("other XML", '<?xml version="1.0"?>\n<project><version>1</version></project>\n', {
    status: "unknown",
    framework: null,
  }),
  sample("jest's JSON", jestJson({}), { status: "pass", framework: "jest", passed: 2 }),
  sample(
    "jest's JSON, failed, between other lines",
    `> jest --json\n\n${jestJson({ numFailedTests: 1, numPassedTests: 1, success: false, testResults: [{ assertionResults: [{ fullName: "cart sums", status: "failed", title: "sums", failureMessages: ["Error: 3 !== 4\n    at Object.<anonymous> (/home/me/cart.test.js:5:3)"] }], name: "/home/me/cart.test.js", status: "failed", message: "" }] })}Done.\n`,
    {
      status: "fail",
      failed: 1,
      passed: 1,
      failures: [{ name: "cart sums", file: "/home/me/cart.test.js", line: 5, message: "Error: 3 !== 4" }],
    },
  ),
  sample(
    "jest's JSON, a suite that did not load",
    jestJson({ numRuntimeErrorTestSuites: 1, numFailedTestSuites: 1, success: false }),
    { status: "fail", errors: 1 },
  ),
  sample(
    "jest's JSON beside its lines is counted once",
    `PASS a.test.js\nTest Suites: 1 passed, 1 total\nTests:       2 passed, 2 total\nSnapshots:   0 total\nTime:        1 s\nRan all test suites.\n${jestJson({})}`,
    { status: "pass", passed: 2, total: 2 },
  ),
  sample("jest's JSON, nothing ran", jestJson({ numPassedTests: 0, numTotalTests: 0 }), { status: "unknown" }),
  sample(
    "mocha's JSON",
    JSON.stringify(
      {
        stats: { suites: 1, tests: 2, passes: 1, pending: 0, failures: 1 },
        tests: [],
        failures: [{ title: "sums", fullTitle: "cart sums", file: "/home/me/cart.js", err: { message: "3 !== 4" } }],
        passes: [],
      },
      null,
      2,
    ),
    {
      status: "fail",
      framework: "mocha",
      failed: 1,
      failures: [{ name: "cart sums", file: "/home/me/cart.js", message: "3 !== 4" }],
    },
  ),
  sample(
    "CTRF",
    JSON.stringify({
      reportFormat: "CTRF",
      results: {
        tool: { name: "shopcheck" },
        summary: { tests: 3, passed: 2, failed: 0, pending: 0, skipped: 1, other: 0, start: 1, stop: 2 },
        tests: [{ name: "sums", status: "passed", duration: 1 }],
      },
    }),
    { status: "pass", framework: "ctrf: shopcheck", passed: 2, skipped: 1, total: 3 },
  ),
  sample(
    "CTRF, failed",
    JSON.stringify({
      results: {
        tool: { name: "x" },
        summary: { tests: 1, passed: 0, failed: 1, pending: 0, skipped: 0, other: 0 },
        tests: [{ name: "sums", status: "failed", message: "3 !== 4", filePath: "cart.ts", line: 4 }],
      },
    }),
    { status: "fail", failures: [{ name: "sums", file: "cart.ts", line: 4, message: "3 !== 4" }] },
  ),
  sample(
    "playwright's JSON",
    `${JSON.stringify({ config: {}, suites: [{ title: "a", specs: [{ title: "opens", ok: false, file: "a.spec.ts", line: 3, tests: [] }] }], errors: [], stats: { expected: 1, skipped: 0, unexpected: 1, flaky: 0 } }, null, 2)}\n`,
    {
      status: "fail",
      framework: "playwright",
      passed: 1,
      failed: 1,
      failures: [{ name: "opens", file: "a.spec.ts", line: 3 }],
    },
  ),
  sample(
    "rspec's JSON",
    JSON.stringify({
      version: "3.13",
      examples: [],
      summary: {
        duration: 0.1,
        example_count: 3,
        failure_count: 0,
        pending_count: 1,
        errors_outside_of_examples_count: 0,
      },
      summary_line: "3 examples",
    }),
    { status: "pass", framework: "rspec", passed: 2, skipped: 1 },
  ),
  sample(
    "pytest's JSON",
    JSON.stringify({
      created: 1,
      exitcode: 1,
      summary: { passed: 1, failed: 1, total: 2, collected: 2 },
      tests: [{ nodeid: "test_a.py::test_b", lineno: 3, outcome: "failed" }],
    }),
    { status: "fail", framework: "pytest", failed: 1, failures: [{ name: "test_a.py::test_b", line: 3 }] },
  ),
  sample(
    "JSON that is no report",
    `${JSON.stringify({ level: 30, msg: "5 passed", stats: { hits: 1 } })}\n`,
    { status: "unknown", framework: null },
    0,
  ),
];
