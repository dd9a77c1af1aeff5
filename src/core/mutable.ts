/** Something while it is being made: the same fields, writable. */
export type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
