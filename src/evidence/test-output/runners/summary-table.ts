import type { SummaryRunner } from "../summary-runner.js";

/**
 * Runners whose result is one line. What a group of the expression is named for is what it counts; several of a kind are
 * numbered. Without a total, it is the sum; without the passed, what is left of the total. `problem` fails the run,
 * `nothing` says that there was no test, `begins` that a run goes on.
 */
export const summaryTable: readonly SummaryRunner[] = [
  {
    // deno test
    name: "deno-test",
    commands: [],
    starts: ["running ", "ok | ", "FAILED | "],
    lines: [
      /^(?<begins>running \d+ tests? from \S)/,
      /^(?:ok|(?<problem>FAILED)) \| (?<passed>\d+) passed(?: \(\d+ steps?\))? \| (?<failed>\d+) failed(?: \(\d+ steps?\))?(?: \| (?<skipped>\d+) ignored)?.*\(\d+m?s\)$/,
    ],
  },
  {
    // Go: "Ran 3 of 5 Specs in 0.001 seconds", then its result
    name: "ginkgo",
    commands: ["ginkgo"],
    starts: ["SUCCESS! -- ", "FAIL! -- ", "Ran ", "Test Suite Failed"],
    lines: [
      /^(?<begins>Ran \d+ of \d+ Specs? in )/,
      /^(?:SUCCESS!|(?<problem>FAIL!)) (?:- .{1,40} )?-- (?<passed>\d+) Passed \| (?<failed>\d+) Failed \| (?:\d+ Flaked \| )?(?<skipped>\d+) Pending \| (?<skipped2>\d+) Skipped/,
      /^(?<problem>Test Suite Failed)$/,
    ],
  },
  {
    // Lua
    name: "busted",
    commands: ["busted"],
    starts: ["0 success"],
    lines: [
      /^(?<passed>\d+) success(?:es)? \/ (?<failed>\d+) failures? \/ (?<errors>\d+) errors? \/ (?<skipped>\d+) pending : [\d.]+ seconds?$/,
    ],
  },
  {
    // Lua
    name: "luaunit",
    commands: [],
    starts: ["Ran "],
    lines: [
      /^Ran (?<total>\d+) tests? in [\d.]+ seconds?, (?<passed>\d+) success(?:es)?(?:, (?<failed>\d+) failures?)?(?:, (?<errors>\d+) errors?)?(?:, (?<skipped>\d+) skipped)?(?:, \d+ non-selected)?$/,
    ],
  },
  {
    // Erlang: EUnit if not all tests passed, and Common Test
    name: "eunit",
    commands: [],
    starts: ["Failed: ", "There were no tests to run", "Testing …TEST COMPLETE"],
    lines: [
      /^Failed: (?<failed>\d+)\.\s{1,4}Skipped: (?<skipped>\d+)\.\s{1,4}Passed: (?<passed>\d+)\.$/,
      /^There were (?<nothing>no tests to run)\.$/,
      /^Testing \S.{0,200}: TEST COMPLETE, (?<passed>\d+) ok, (?<failed>\d+) failed(?:, (?<skipped>\d+) skipped)? of (?<total>\d+) test cases$/,
    ],
  },
  {
    // Haskell
    name: "tasty",
    commands: [],
    starts: ["All …tests passed (", "0 out of "],
    lines: [
      /^All (?<passed>\d+) tests passed \([\d.]+s\)$/,
      /^(?<failed>\d+) out of (?<total>\d+) tests failed \([\d.]+s\)$/,
    ],
  },
  {
    // OCaml
    name: "alcotest",
    commands: [],
    starts: ["Test Successful in", "0 failure", "0 error"],
    lines: [
      /^Test Successful in [\d.]+s\. (?<passed>\d+) tests? run\.$/,
      /^(?<failed>\d+) (?:failure|error)s?! in [\d.]+s\. (?<total>\d+) tests? run\.$/,
    ],
  },
  {
    // Scala: ScalaTest and MUnit
    name: "scalatest",
    commands: [],
    starts: ["Tests: succeeded ", "Test run ", "*** …ABORTED"],
    lines: [
      /^Tests: succeeded (?<passed>\d+), failed (?<failed>\d+), canceled (?<skipped>\d+), ignored (?<skipped2>\d+), pending (?<skipped3>\d+)$/,
      /^Test run (?:\S+ )?finished: (?<failed>\d+) failed, (?<skipped>\d+) ignored, (?<total>\d+) total, [\d.]+s$/,
      /^(?<problem>\*\*\* \d+ SUITES? ABORTED \*\*\*)$/,
    ],
  },
  {
    // Scala, with any framework: a line per project
    name: "sbt",
    commands: [],
    starts: ["Passed: Total ", "Failed: Total ", "Error: Total ", "No tests were executed"],
    contains: ["scalatest"],
    lines: [
      /^(?:Passed|(?<problem>Failed|Error)): Total (?<total>\d+), Failed (?<failed>\d+), Errors (?<errors>\d+), Passed (?<passed>\d+)(?:, Skipped (?<skipped>\d+))?(?:, Ignored (?<skipped2>\d+))?/,
      /^(?<nothing>No tests were executed)\.?$/,
    ],
  },
  {
    // Crystal's spec
    name: "crystal-spec",
    commands: [],
    starts: ["0 example"],
    lines: [/^(?<total>\d+) examples?, (?<failed>\d+) failures?, (?<errors>\d+) errors?, (?<skipped>\d+) pending$/],
  },
  {
    // PowerShell
    name: "pester",
    commands: [],
    starts: ["Tests Passed: ", "Container failed: ", "BeforeAll "],
    lines: [
      /^Tests Passed: (?<passed>\d+), Failed: (?<failed>\d+), Skipped: (?<skipped>\d+),? (?:Inconclusive: (?<skipped2>\d+),? |Pending: (?<skipped3>\d+),? )?NotRun: \d+$/,
      /^(?<problem>(?:Container|BeforeAll \\ AfterAll) failed: [1-9].*)/,
    ],
  },
  {
    name: "unity",
    commands: [],
    starts: ["0 Tests "],
    lines: [/^(?<total>\d+) Tests (?<failed>\d+) Failures (?<skipped>\d+) Ignored$/],
  },
  {
    // C++. `ran` may be less than the total; with no failures named, at least one failed.
    name: "cpputest",
    commands: [],
    starts: ["OK (", "Errors ("],
    lines: [
      /^OK \((?<total>\d+) tests, (?<ran>\d+) ran, \d+ checks, \d+ ignored, \d+ filtered out, \d+ ms\)$/,
      /^Errors \((?<failed>\d+) failures, (?<total>\d+) tests, (?<ran>\d+) ran, /,
      /^(?<problem>Errors) \((?<total>\d+) tests, (?<ran>\d+) ran, /,
    ],
  },
  {
    name: "check",
    commands: [],
    starts: ["0%: Checks"],
    lines: [/^\d+%: Checks: (?<total>\d+), Failures: (?<failed>\d+), Errors: (?<failed2>\d+)$/],
  },
  {
    name: "criterion",
    commands: [],
    starts: ["[====] Synthesis"],
    lines: [
      /^\[====\] Synthesis: Tested: (?<total>\d+) \| Passing: \d+ \| Failing: (?<failed>\d+) \| Crashing: (?<failed2>\d+)/,
    ],
  },
  {
    // If all pass, its last line looks like Playwright's.
    name: "testcafe",
    commands: ["testcafe"],
    starts: ["0/"],
    lines: [/^(?<failed>\d+)\/(?<total>\d+) failed \((?:\d+[hms] ?){1,3}\)$/],
  },
];
