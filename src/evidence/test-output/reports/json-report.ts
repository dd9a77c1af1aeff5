import { decodeBytes } from "../byte-text.js";
import type { Ledger } from "../ledger.js";
import type { OutputReading } from "../reading.js";
import { messageAndPlace } from "./failure-text.js";
import { fillLedger, isReport } from "./json-formats.js";
import { type JsonListener, JsonWalk, type Scalar } from "./json-walk.js";
import type { Report, ReportState } from "./report.js";

/** The fields in which formats store a test's name, result and place. */
const names = ["fullName", "fullTitle", "full_description", "nodeid", "title", "name"];
const endings = ["status", "outcome", "state"];
const messages = ["message", "longrepr", "failureMessage"];
const files = ["filePath", "file", "file_path"];
const lines = ["line", "line_number", "lineno"];
const savedKeys = new Set([...names, ...endings, ...messages, ...files, ...lines, "ok", "assertionResults"]);
const maxFailures = 100;

type ReportScalars = Map<string, Scalar>;

/** Streams the JSON reports of jest, vitest, mocha, playwright, pytest and rspec, and CTRF. */
export class JsonReport implements Report, JsonListener {
  readonly #walk = new JsonWalk(this);
  /** Scalars near the root, by path. */
  readonly #scalars = new Map<string, Scalar>();
  readonly #path: (string | null)[] = [];
  /** Saved fields of the enclosing objects, alternating key and value, and where each object's fields start. */
  readonly #saved: Scalar[] = [];
  readonly #begins: number[] = [];
  readonly #failures: ReportScalars[] = [];
  #isReport = false;

  get state(): ReportState {
    return this.#walk.state;
  }

  write(text: string, from: number, end: number): number {
    return this.#walk.write(text, from, end);
  }

  get isRecognised(): boolean {
    this.#isReport ||= isReport(this.#scalars);
    return this.#isReport;
  }

  reading(): OutputReading | undefined {
    const ledger = fillLedger(this.#scalars, this.state === "over");
    if (ledger) for (const failure of this.#failures) addFailure(ledger, failure);
    return ledger?.reading();
  }

  open(key: string | null, isList: boolean): void {
    this.#path.push(key);
    if (this.#path.length === 3 && key === null) this.#scalars.set(`${this.#path[1]}.0`, true);
    if (isList && key !== null && savedKeys.has(key)) this.#saved.push(key, true);
    this.#begins.push(this.#saved.length);
  }

  close(): void {
    const begin = this.#begins.pop() ?? 0;
    const [, top] = this.#path;
    this.#path.pop();
    if (this.#saved.length === begin) return;
    if (mayHaveFailed(this.#saved, begin, top ?? null)) this.#end(this.#saved.splice(begin), top ?? null);
    else this.#saved.length = begin;
  }

  /** The error is often in a nested object: "err", "error", "exception", "call". */
  #end(scalars: readonly Scalar[], top: string | null): void {
    const fields = toFields(scalars);
    if (this.#failures.length < maxFailures && isFailure(fields, top)) this.#failures.push(fields);
    const message = messages.map((name) => fields.get(name)).find((value) => typeof value === "string");
    if (message !== undefined && fields.size <= 4) this.#saved.push("message", message);
  }

  wants(key: string | null): boolean {
    if (key === null) return this.#path.at(-1) === "failureMessages";
    return this.#path.length <= 3 || savedKeys.has(key);
  }

  scalar(key: string | null, value: Scalar): void {
    if (key === null) {
      if (typeof value === "string" && this.#path.at(-1) === "failureMessages") this.#saved.push("message", value);
      return;
    }
    if (savedKeys.has(key)) this.#saved.push(key, value);
    if (this.#path.length <= 3 && !this.#path.includes(null, 1))
      this.#scalars.set([...this.#path.slice(1), key].join("."), value);
  }
}

/** A quick test of the bare values, since nearly all tests passed. */
function mayHaveFailed(scalars: readonly Scalar[], begin: number, top: string | null): boolean {
  if (top === "failures") return true;
  for (let at = begin; at < scalars.length; at++) {
    const word = scalars[at];
    if (word === "failed" || word === "error" || word === false || word === "message" || word === "longrepr")
      return true;
  }
  return false;
}

/** The first field of a name wins: an object's own fields come before those of nested objects. */
function toFields(scalars: readonly Scalar[]): ReportScalars {
  const fields: ReportScalars = new Map();
  for (let at = 0; at + 1 < scalars.length; at += 2) {
    const [key, value = null] = [scalars[at], scalars[at + 1]];
    if (typeof key === "string" && !fields.has(key)) fields.set(key, value);
  }
  return fields;
}

function isFailure(fields: ReportScalars, top: string | null): boolean {
  if (!names.some((name) => typeof fields.get(name) === "string") || fields.has("assertionResults")) return false;
  if (top === "failures") return fields.has("fullTitle");
  if (fields.get("ok") === false) return true;
  return endings.some((name) => fields.get(name) === "failed" || fields.get(name) === "error");
}

function addFailure(ledger: Ledger, fields: ReportScalars): void {
  const text = (of: readonly string[]): string | null => {
    const value = of.map((name) => fields.get(name)).find((found) => typeof found === "string" && found !== "");
    return typeof value === "string" ? decodeBytes(value) : null;
  };
  const line = lines.map((name) => fields.get(name)).find((value) => typeof value === "number");
  const failure = messageAndPlace(text(messages));
  const file = text(files);
  ledger.failure({
    name: text(names) ?? "",
    message: failure.message,
    file: file ?? failure.file,
    line: typeof line === "number" ? line : file === null || failure.file?.endsWith(file) ? failure.line : null,
  });
}
