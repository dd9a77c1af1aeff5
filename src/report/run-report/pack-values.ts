/**
 * Packs JSON values that have much in common, such as the explanations of a thousand decisions: every text, list and
 * object is written once, in `nodes`, and named by its position. An object is `[shape, …]`, where `shapes` has its
 * keys; a list is `[-1, …]`. `src/report/page/unpack-values.ts` reads it.
 */
export class ValuePacker {
  readonly #clean: (text: string) => string;
  readonly #shapes = new Map<string, number>();
  readonly #positions = new Map<string, number>();
  /** Values that were packed before and are shared. */
  readonly #seen = new WeakMap<object, string>();
  readonly #nodes: string[] = [];
  #size = 0;

  /** `clean` is applied to every text, once. */
  constructor(clean: (text: string) => string) {
    this.#clean = clean;
  }

  /** How long the packed text is so far. */
  get size(): number {
    return this.#size;
  }

  /** The position of the value, or the value itself if it is null or a boolean, as JSON. */
  pack(value: unknown): string {
    if (value === null || value === undefined) return "null";
    if (typeof value === "boolean") return String(value);
    if (typeof value === "string") return this.#place(`"${value}`, () => JSON.stringify(this.#clean(value)));
    if (typeof value !== "object") return this.#place(JSON.stringify(value));
    const known = this.#seen.get(value);
    if (known !== undefined) return known;
    const packed = this.#packObject(value);
    this.#seen.set(value, packed);
    return packed;
  }

  #packObject(value: object): string {
    if (Array.isArray(value)) return this.#place(`[-1${value.map((item) => `,${this.pack(item)}`).join("")}]`);
    const fields = Object.entries(value);
    const shape = this.#shape(fields.map(([name]) => name));
    return this.#place(`[${shape}${fields.map(([, item]) => `,${this.pack(item)}`).join("")}]`);
  }

  /** The text, with further fields that are JSON already. */
  write(fields: Readonly<Record<string, string>>): string {
    const more = Object.entries(fields).map(([name, json]) => `,${JSON.stringify(name)}:${json}`);
    return `{"shapes":[${[...this.#shapes.keys()].join(",")}],"nodes":[${this.#nodes.join(",")}]${more.join("")}}`;
  }

  #shape(names: readonly string[]): number {
    const key = JSON.stringify(names);
    const known = this.#shapes.get(key) ?? this.#shapes.size;
    this.#shapes.set(key, known);
    return known;
  }

  #place(key: string, write: () => string = () => key): string {
    let at = this.#positions.get(key);
    if (at === undefined) {
      at = this.#nodes.length;
      const json = write();
      this.#positions.set(key, at);
      this.#nodes.push(json);
      this.#size += json.length + 1;
    }
    return String(at);
  }
}
