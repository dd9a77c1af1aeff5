type Tagged = { readonly $map: [unknown, unknown][] } | { readonly $set: unknown[] } | { readonly $bytes: string };

/** JSON of maps, sets and bytes as well, to be read by `fromTaggedJson` alone. */
export const toTaggedJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, given: unknown): unknown {
    const own = this[key]; // Bytes have become an object already.
    if (own instanceof Uint8Array) return { $bytes: Buffer.from(own).toString("base64") };
    if (own instanceof Map) return { $map: [...own] };
    return own instanceof Set ? { $set: [...own] } : given;
  });

export const fromTaggedJson = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    const tagged = value as Partial<Tagged>;
    if ("$bytes" in tagged) return Buffer.from(tagged.$bytes ?? "", "base64");
    if ("$map" in tagged) return new Map(tagged.$map);
    return "$set" in tagged ? new Set(tagged.$set) : value;
  });
