import { Ledger } from "../ledger.js";
import type { OutputReading } from "../reading.js";
import { messageAndPlace } from "./failure-text.js";
import type { Report, ReportState } from "./report.js";
import { attribute } from "./xml-attribute.js";
import { parseTotals, readTotals, type Totals } from "./xml-totals.js";
import { type XmlListener, XmlWalk } from "./xml-walk.js";

const roots: Readonly<Record<string, string>> = {
  testsuites: "junit-xml",
  testsuite: "junit-xml",
  TestRun: "dotnet-test",
  "test-run": "nunit",
  assemblies: "xunit",
};

const tests = new Set(["testcase", "test-case", "UnitTestResult", "test"]);

/** A complete element with nothing but the test's name, place and time. Much faster than parsing its tag. */
const passedTest = /testcase(?: (?!status=|result=)[\w:.-]+="[^"<>]*")* ?\/>/y;

/** Reads JUnit XML from any writer, and the XML of .NET runners. Counts the tests one by one. */
export class XmlReport implements Report, XmlListener {
  readonly #walk = new XmlWalk(this);
  readonly #seen = { cases: 0, failed: 0, errors: 0, skipped: 0 };
  #framework: string | undefined;
  /** The tag of the test, parsed only if it failed. */
  #test: { readonly tag: string; hasEnded: boolean } | undefined;
  #totals: Totals | undefined;
  #ledger = new Ledger("junit-xml", "report");

  get state(): ReportState {
    return this.#walk.state === "over" && this.#framework === undefined ? "no" : this.#walk.state;
  }

  write(text: string, from: number, end: number): number {
    return this.#walk.write(text, from, end);
  }

  get isRecognised(): boolean {
    return this.#framework !== undefined;
  }

  reading(): OutputReading | undefined {
    if (this.#framework === undefined) return undefined;
    const { cases, failed, errors, skipped } = this.#seen;
    const counts = { passed: cases - failed - errors - skipped, failed, errors, skipped, total: cases };
    this.#ledger.begin();
    this.#ledger.count(this.#totals && cases === 0 ? this.#totals : counts);
    const hidden = this.#totals && cases > 0 ? readTotals(this.#totals, counts) : undefined;
    if (hidden !== undefined) this.#ledger.problem(hidden);
    if (this.state === "over") this.#ledger.finish();
    return this.#ledger.reading();
  }

  open(name: string, attributes: string): void {
    if (tests.has(name)) this.#begin(attributes);
    else if (name === "failure" || name === "error") this.#fail(name, attributes);
    else if (name === "skipped") this.#skip();
    else this.#around(name, attributes);
  }

  #around(name: string, attributes: string): void {
    if (this.#framework === undefined) this.#root(name);
    this.#totals ??= parseTotals(name, attributes);
  }

  #fail(name: "failure" | "error", attributes: string): void {
    if (this.#test) this.#end(name, attributes);
    else this.#ledger.problem("an error outside of the tests");
  }

  close(name: string): void {
    if (tests.has(name)) this.#test = undefined;
  }

  passed(text: string, from: number): number {
    if (this.#framework !== "junit-xml" || !text.startsWith("testcase ", from)) return -1;
    passedTest.lastIndex = from;
    if (!passedTest.test(text)) return -1;
    return passedTest.lastIndex;
  }

  countPassed(): void {
    this.#seen.cases++;
    this.#test = undefined;
  }

  #root(name: string): void {
    this.#framework = Object.hasOwn(roots, name) ? roots[name] : undefined;
    if (this.#framework !== undefined) this.#ledger = new Ledger(this.#framework, "report");
  }

  #begin(attributes: string): void {
    this.#seen.cases++;
    this.#test = { tag: attributes, hasEnded: false };
    this.#endByAttribute(attributes);
  }

  /** .NET runners store the result of a test in an attribute, and so does GoogleTest for skipped ones. */
  #endByAttribute(attributes: string): void {
    if (this.#framework === "junit-xml") {
      if (attributes.includes(' status="notrun"') || attributes.includes(' result="skipped"')) this.#skip();
      return;
    }
    const ending = (attribute(attributes, "outcome") ?? attribute(attributes, "result") ?? "").toLowerCase();
    if (/^(?:fail|error|timeout|aborted)/.test(ending)) this.#end("failure", attributes);
    else if (!ending.startsWith("pass")) this.#skip();
  }

  #skip(): void {
    if (!this.#test || this.#test.hasEnded) return;
    this.#test.hasEnded = true;
    this.#seen.skipped++;
  }

  #end(name: "failure" | "error", attributes: string): void {
    const test = this.#test;
    if (!test || test.hasEnded) return;
    test.hasEnded = true;
    this.#seen[name === "failure" ? "failed" : "errors"]++;
    const failure = messageAndPlace(attribute(attributes, "message") ?? null);
    const line = Number(attribute(test.tag, "line") ?? Number.NaN);
    this.#ledger.failure({
      name: tagName(test.tag),
      message: failure.message,
      file: attribute(test.tag, "file") ?? failure.file,
      line: Number.isNaN(line) ? failure.line : line,
    });
  }
}

function tagName(tag: string): string {
  const group = attribute(tag, "classname");
  const name = attribute(tag, "name") ?? attribute(tag, "testName") ?? "";
  return group && !name.startsWith(group) ? `${group} › ${name}` : name;
}
