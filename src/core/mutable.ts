/** Something while it is being made: the same fields, writable. */
export type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Writes down a field only if it is known. Not by spreading: of thirty fields a few are, and this is asked for each. */
export function note<T extends object, Name extends keyof T>(held: T, name: Name, value: T[Name] | undefined): void {
  if (value !== undefined) held[name] = value;
}
