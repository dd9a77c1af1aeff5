/** What `ValuePacker` writes (src/report/run-report/pack-values.ts). */
export interface PackedValues {
  readonly shapes: readonly (readonly string[])[];
  readonly nodes: readonly (string | number | readonly Ref[])[];
}

export type Ref = number | boolean | null;

/** The value at a position. */
export function unpackValue({ shapes, nodes }: PackedValues, ref: Ref): unknown {
  if (typeof ref !== "number") return ref;
  const node = nodes[ref];
  if (typeof node !== "object") return node;
  const [shape, ...items] = node;
  const values = items.map((item) => unpackValue({ shapes, nodes }, item));
  if (shape === -1) return values;
  const names = shapes[Number(shape)] ?? [];
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}
