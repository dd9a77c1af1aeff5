import { textOf } from "../byte-text.js";
import type { Ledger } from "../ledger.js";
import type { Reading } from "../reading.js";
import { messageAndPlace } from "./failure-text.js";
import { fillLedger, isReport } from "./json-formats.js";
import { type JsonListener, JsonWalk, type Scalar } from "./json-walk.js";
import type { Report } from "./report.js";

/** Of a test's object: the fields that formats name it, its end and its place by. */
const names = ["fullName", "fullTitle", "full_description", "nodeid", "title", "name"];
const endings = ["status", "outcome", "state"];
const messages = ["message", "longrepr", "failureMessage"];
const files = ["filePath", "file", "file_path"];
const lines = ["line", "line_number", "lineno"];
const kept = new Set([...names, ...endings, ...messages, ...files, ...lines, "ok", "assertionResults"]);
const mostFailures = 100;

type Fields = Map<string, Scalar>;

/** The JSON reports of jest, vitest, mocha, playwright, pytest and rspec, and CTRF, read as they come. */
export class JsonReport implements Report, JsonListener {
  readonly #walk = new JsonWalk(this);
  /** Single values near the root, by their path. */
  readonly #scalars = new Map<string, Scalar>();
  readonly #path: (string | null)[] = [];
  readonly #fields: Fields[] = [];
  readonly #failures: Fields[] = [];
  #isReport = false;
  #isOver = false;

  write(text: string): "going" | "over" | "no" {
    const state = this.#walk.write(text);
    this.#isOver = state === "over";
    return state;
  }

  get isRecognised(): boolean {
    this.#isReport ||= isReport(this.#scalars);
    return this.#isReport;
  }

  reading(): Reading | undefined {
    const ledger = fillLedger(this.#scalars, this.#isOver);
    if (ledger) for (const failure of this.#failures) addFailure(ledger, failure);
    return ledger?.reading();
  }

  open(key: string | null, isList: boolean): void {
    this.#path.push(key);
    if (this.#path.length === 3 && key === null) this.#scalars.set(`${this.#path[1]}.0`, true);
    if (isList && key !== null && kept.has(key)) this.#fields.at(-1)?.set(key, true);
    this.#fields.push(new Map());
  }

  close(): void {
    const fields = this.#fields.pop() ?? new Map();
    const [, top] = this.#path;
    this.#path.pop();
    if (this.#failures.length < mostFailures && isFailure(fields, top ?? null)) this.#failures.push(fields);
    // What went wrong is often said in an object of its own: "err", "error", "exception", "call".
    const message = messages.map((name) => fields.get(name)).find((value) => typeof value === "string");
    const around = this.#fields.at(-1);
    if (message !== undefined && around && !around.has("message") && fields.size <= 4) around.set("message", message);
  }

  scalar(key: string | null, value: Scalar): void {
    const fields = this.#fields.at(-1);
    if (key === null) {
      const list = this.#path.at(-1);
      if (typeof value === "string" && list === "failureMessages") this.#fields.at(-2)?.set("message", value);
      return;
    }
    if (fields && kept.has(key)) fields.set(key, value);
    if (this.#path.length <= 3 && !this.#path.includes(null, 1))
      this.#scalars.set([...this.#path.slice(1), key].join("."), value);
  }
}

function isFailure(fields: Fields, top: string | null): boolean {
  if (!names.some((name) => typeof fields.get(name) === "string") || fields.has("assertionResults")) return false;
  if (top === "failures") return fields.has("fullTitle");
  if (fields.get("ok") === false) return true;
  return endings.some((name) => fields.get(name) === "failed" || fields.get(name) === "error");
}

function addFailure(ledger: Ledger, fields: Fields): void {
  const text = (of: readonly string[]): string | null => {
    const value = of.map((name) => fields.get(name)).find((found) => typeof found === "string" && found !== "");
    return typeof value === "string" ? textOf(value) : null;
  };
  const line = lines.map((name) => fields.get(name)).find((value) => typeof value === "number");
  const told = messageAndPlace(text(messages));
  const file = text(files);
  ledger.failure({
    name: text(names) ?? "",
    message: told.message,
    file: file ?? told.file,
    line: typeof line === "number" ? line : file === null || told.file?.endsWith(file) ? told.line : null,
  });
}
