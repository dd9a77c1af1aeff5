import type { Wrongs } from "./wrongs.js";

/** Objects whose state cannot be copied, like streams and pages, have no wrong answer. */
export function wrongObject(value: object, wrongs: Wrongs): unknown {
  if (wrongs.given.has(value)) return wrongs.given.get(value);
  wrongs.given.set(value, undefined); // What contains itself ends here.
  let wrong: unknown;
  try {
    wrong = wrongByKind(value, wrongs);
    if (wrong !== undefined && Object.isFrozen(value)) Object.freeze(wrong);
  } catch {
    wrong = undefined;
  }
  wrongs.given.set(value, wrong);
  return wrong;
}

/** Private fields are not in a copy: its methods would throw. An address is read anew instead. */
function hasHiddenState(value: object): boolean {
  for (let type = Object.getPrototypeOf(value); type; type = Object.getPrototypeOf(type)) {
    const made = Object.getOwnPropertyDescriptor(type, "constructor");
    if (made && typeof made.value === "function" && hasPrivateNames(made.value)) return true;
  }
  return false;
}

/** As written, or as compilers write them for older programs. */
function hasPrivateNames(made: object): boolean {
  return /\.#[\w$]|private_?field|__private|assertClassBrand/i.test(Function.prototype.toString.call(made));
}

function wrongByKind(value: object, wrongs: Wrongs): unknown {
  if (Array.isArray(value)) return wrongList(value, wrongs);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== "URL" && hasHiddenState(value)) return undefined;
  switch (kind) {
    case "Object":
      return wrongs.element(value, wrongs) || wrongFields(value, wrongs);
    case "Map":
      return wrongMap(value as Map<unknown, unknown>, wrongs);
    case "Set":
      return wrongSet(value as Set<unknown>, wrongs);
    case "Date":
      return new Date(Number(value) + 90_061_001 || 0); // A day, an hour, a minute, a second and a millisecond.
    case "RegExp":
      return new RegExp(["(?!)(?:", (value as RegExp).source, ")"].join(""), (value as RegExp).flags);
    case "Error":
      return wrongError(value as Error, wrongs);
    case "URL":
      return wrongAddress(value as URL, wrongs);
    default:
      return ArrayBuffer.isView(value) ? wrongBytes(value as Uint8Array, wrongs) : undefined;
  }
}

/** One element more, and each of the others wrong: a test may look at one of them only. */
function wrongList(list: readonly unknown[], wrongs: Wrongs): unknown[] {
  const wrong = list.map((each, at) => {
    const other = at < 1000 ? wrongs.value(each, wrongs) : undefined;
    return other === undefined ? each : other;
  });
  const last = wrong.length > 0 ? wrongs.value(wrong[wrong.length - 1], wrongs) : null;
  wrong.push(last === undefined ? wrong[wrong.length - 1] : last);
  return Object.assign(Object.assign([], list), wrong); // A list may have fields of its own, like a match.
}

function wrongSet(set: Set<unknown>, wrongs: Wrongs): Set<unknown> | undefined {
  const wrong = new Set(wrongList(Array.from(set), wrongs));
  return wrong.size > set.size || Array.from(wrong).some((each) => !set.has(each)) ? wrong : undefined;
}

function wrongMap(map: Map<unknown, unknown>, wrongs: Wrongs): Map<unknown, unknown> | undefined {
  const entries = Array.from(map);
  if (entries.length === 0) return new Map([["a", null]]);
  const wrong = new Map(
    entries.map(([key, value]) => {
      const other = wrongs.value(value, wrongs);
      return [key, other === undefined ? value : other];
    }),
  );
  const [key, value] = entries[entries.length - 1] || [];
  const more = wrongs.value(key, wrongs);
  if (more !== undefined && !wrong.has(more)) wrong.set(more, value);
  return wrong.size > map.size || entries.some(([each]) => wrong.get(each) !== map.get(each)) ? wrong : undefined;
}

/** A plain object with all its fields wrong, as a test may look at one only. Of others one, so that they go on working. */
function wrongFields(value: object, wrongs: Wrongs): object | undefined {
  const type = Object.getPrototypeOf(value);
  const isPlain = type === null || Object.getPrototypeOf(type) === null;
  const fields: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(value);
  if (["next", "then"].some((name) => typeof Reflect.get(value, name) === "function")) return undefined;
  const keys = Object.keys(value);
  if (isPlain && keys.length === 0) return { a: null };
  const wrong = keys.flatMap((key) => {
    const other = wrongs.value(fields[key]?.value, wrongs);
    return other === undefined ? [] : [{ key, other }];
  });
  for (const { key, other } of isPlain ? wrong : wrong.slice(0, 1))
    fields[key] = Object.assign({}, fields[key], { value: other });
  return wrong.length > 0 ? Object.create(type, fields) : undefined;
}

function wrongError(error: Error, wrongs: Wrongs): Error {
  const wrong = new Error(wrongs.text(error.message));
  const fields: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(error);
  delete fields["message"];
  return Object.defineProperties(Object.setPrototypeOf(wrong, Object.getPrototypeOf(error)), fields);
}

function wrongAddress(address: URL, wrongs: Wrongs): URL {
  const wrong = new URL(address.href);
  wrong.pathname = wrongs.text(wrong.pathname) || wrong.pathname.concat("a");
  return wrong;
}

/** A copy of the same length: `slice` of a buffer would share its memory. */
function wrongBytes(bytes: Uint8Array, wrongs: Wrongs): Uint8Array | undefined {
  if (!bytes.length) return undefined;
  const wrong: Uint8Array = Object.getPrototypeOf(Uint8Array.prototype).slice.call(bytes);
  const [first = 0] = wrong;
  const other = wrongs.value(first, wrongs) as number;
  wrong[0] = other;
  if (Object.is(wrong[0], first)) wrong[0] = 0; // The largest of those that do not begin again.
  return wrong;
}

export const objectFunctions = [
  ...[wrongObject, hasHiddenState, hasPrivateNames, wrongByKind, wrongList, wrongSet, wrongMap, wrongFields],
  ...[wrongError, wrongAddress, wrongBytes],
];
