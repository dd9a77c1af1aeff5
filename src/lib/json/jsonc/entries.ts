import { type JsonSpan, readElements, readFields, skipBlanks } from "../json-text.js";
import { blankComments, blankJsonc } from "./blank.js";

/** A step into an object or a list. */
export type JsoncStep = string | number;

/** A field (from its key) or an element, and the value in it. */
export interface JsoncEntry extends JsonSpan {
  readonly step: JsoncStep;
  readonly value: JsonSpan;
}

/** An object or a list, from its opening bracket to its closing one. */
export interface Container {
  readonly open: number;
  readonly close: number;
  readonly kind: "object" | "list";
  readonly entries: readonly JsoncEntry[];
}

/** A text that is valid JSON with comments, with two forms of it that have the same offsets. */
export class JsoncText {
  readonly text: string;
  /** Without comments and trailing commas. */
  readonly json: string;
  /** Without comments. */
  readonly bare: string;

  constructor(text: string) {
    this.text = text;
    this.json = blankJsonc(text);
    this.bare = blankComments(text);
  }

  /** The object or list at a path; null if there is none. */
  container(path: readonly JsoncStep[]): Container | null {
    const value = this.#find(path);
    if (!value) return null;
    const opener = this.json[value.start];
    if (opener !== "{" && opener !== "[") return null;
    const kind = opener === "{" ? "object" : "list";
    return { open: value.start, close: value.end - 1, kind, entries: this.#entries(value.start, kind) };
  }

  value(path: readonly JsoncStep[]): unknown {
    const span = this.#find(path);
    return span && JSON.parse(this.json.slice(span.start, span.end));
  }

  /** Where the value at a path starts; undefined if there is none. */
  startOf(path: readonly JsoncStep[]): number | undefined {
    return this.#find(path)?.start;
  }

  /** The offset of the comma after a value, or -1. */
  commaAfter(end: number): number {
    const at = skipBlanks(this.bare, end);
    return this.bare[at] === "," ? at : -1;
  }

  #find(path: readonly JsoncStep[]): JsonSpan | undefined {
    const start = skipBlanks(this.json, 0);
    let value: JsonSpan | undefined = { start, end: this.json.trimEnd().length };
    for (const step of path) {
      const opener: string = value ? (this.json[value.start] ?? "") : "";
      if (!value || opener !== (typeof step === "number" ? "[" : "{")) return undefined;
      // The last of two fields with the same name wins, as in JSON.parse.
      value = this.#entries(value.start, opener === "{" ? "object" : "list").findLast(
        (entry) => entry.step === step,
      )?.value;
    }
    return value;
  }

  #entries(start: number, kind: Container["kind"]): readonly JsoncEntry[] {
    return kind === "object"
      ? readFields(this.json, start).map(({ key, keyStart, value }) => ({
          ...{ step: key, start: keyStart, end: value.end, value },
        }))
      : readElements(this.json, start).map((value, step) => ({ ...value, step, value }));
  }
}
