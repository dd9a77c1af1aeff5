import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

/** Events that start or end a test or a package. What tests print, by far the most, is skipped without parsing. */
const relevant = /"Action":"(?:start|run|pass|fail|skip|build-fail)"/;

/** `go test -json`: one event per line. */
export const goJson: Runner = {
  name: "go-test-json",
  commands: [],
  starts: ['{"'],
  reader: (ledger) => new GoJsonReader(ledger),
};

class GoJsonReader implements LineReader {
  readonly #ledger: Ledger;
  readonly #running = new Set<string>();
  readonly #withTests = new Set<string>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    ledger.rename("go-test");
  }

  read({ text }: OutputLine): boolean {
    const head = text.length > 400 ? text.slice(0, 400) : text;
    if (!head.startsWith('{"') || !relevant.test(head) || head.includes('"Action":"output"')) return false;
    const of = (key: string): string | undefined =>
      new RegExp(`"${key}":"((?:[^"\\\\]|\\\\.){0,300})"`).exec(head)?.[1];
    const [action, group, test] = [of("Action") ?? "", of("Package") ?? of("ImportPath") ?? "", of("Test")];
    if (test !== undefined) this.#test(action, group, test);
    else this.#package(action, group);
    return false;
  }

  #test(action: string, group: string, name: string): void {
    this.#start(group);
    const kind =
      action === "pass" ? "passed" : action === "fail" ? "failed" : action === "skip" ? "skipped" : undefined;
    if (kind === undefined) return;
    this.#withTests.add(group);
    this.#ledger.countOne(kind);
    if (kind === "failed") this.#ledger.failure({ name: `${group} › ${name}` });
  }

  #package(action: string, group: string): void {
    if (action === "start") this.#start(group);
    if (action === "build-fail") {
      this.#ledger.count({ errors: 1 });
      this.#ledger.problem(`${group} did not build`);
    }
    if (action !== "pass" && action !== "fail" && action !== "skip") return;
    this.#start(group);
    if (action === "fail") this.#ledger.problem(`${group} failed`);
    this.#running.delete(group);
    this.#withTests.delete(group);
    this.#ledger.finish();
  }

  #start(group: string): void {
    if (this.#running.has(group)) return;
    this.#running.add(group);
    this.#ledger.begin();
  }
}
