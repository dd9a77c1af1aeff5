import type { Ledger } from "../ledger.js";
import type { LineReader, OutputLine, Runner } from "../runner.js";

const other =
  /^(?:compile|process|generate|prepare|kapt|ksp|package|merge|assemble|bundle|pre|java|check|clean|copy)|Classes$|Jar$|Sources$/;

/** Whether a task, by its name, runs tests. */
export const isTestTask = (name: string): boolean => /[tT]est/.test(name) && !other.test(name);

/** Outcomes of a task that did not run now; of the last two an earlier run left reports. */
const nothingRan = new Set(["NO-SOURCE", "SKIPPED", "UP-TO-DATE", "FROM-CACHE"]);

/** Gradle: "> Task :test", at most a line of counts if tests failed, and how the build ended. */
export const gradle: Runner = {
  name: "gradle",
  commands: [],
  starts: ["> Task ", ":", "0 test", "Execution failed for task", "BUILD "],
  reader: (ledger) => new GradleReader(ledger),
};

class GradleReader implements LineReader {
  readonly #ledger: Ledger;
  #hasTestTask = false;
  #isBroken = false;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  read({ text }: OutputLine): boolean {
    const [, task, outcome = ""] = /^(?:> Task )?(:[\w:.-]{1,200})(?: ([A-Z][A-Z-]+))?$/.exec(text) ?? [];
    if (task !== undefined) this.#task(task, outcome);
    else if (/^\d+ tests? completed(?:, \d+ (?:failed|skipped)){0,2}$/.test(text)) this.#count(text);
    else if (/^Execution failed for task '.*(?:[cC]ompile|[tT]est)\w*'\.?$/.test(text)) this.#isBroken = true;
    else if (/^BUILD (?:SUCCESSFUL|FAILED)(?: in .+)?$/.test(text)) this.#end(text);
    return false;
  }

  #task(path: string, outcome: string): void {
    const name = path.slice(path.lastIndexOf(":") + 1);
    if (!isTestTask(name)) return;
    if (nothingRan.has(outcome)) {
      this.#ledger.nothing(`${path} ${outcome}`);
      return;
    }
    if (!this.#hasTestTask) this.#ledger.touch();
    this.#hasTestTask = true;
    if (outcome === "FAILED") this.#ledger.problem(`${path} FAILED`);
  }

  #count(text: string): void {
    const [total = 0] = [/^(\d+)/.exec(text)].map((found) => Number(found?.[1] ?? 0));
    const failed = Number(/, (\d+) failed/.exec(text)?.[1] ?? 0);
    const skipped = Number(/, (\d+) skipped/.exec(text)?.[1] ?? 0);
    this.#ledger.count({ total, failed, skipped, passed: total - failed - skipped });
  }

  #end(text: string): void {
    if (text.includes("FAILED") && (this.#hasTestTask || this.#isBroken)) this.#ledger.problem("BUILD FAILED");
    if (text.includes("SUCCESSFUL") && this.#hasTestTask) this.#ledger.ran();
    if (this.#hasTestTask) this.#ledger.finish("even if cut");
    this.#hasTestTask = false;
    this.#isBroken = false;
  }
}
