import type { Wrongs } from "./wrongs.js";

/** A text of an element is another one, else another property, else its tag. Undefined for what JSX did not make. */
export function wrongElement(value: object, wrongs: Wrongs): unknown {
  if (!isElement(value)) return undefined;
  const { props, type }: { props?: PropertyDescriptor; type?: PropertyDescriptor } =
    Object.getOwnPropertyDescriptors(value);
  const wrong = wrongProps(props?.value || {}, wrongs);
  if (wrong) return changeField(value, "props", wrong);
  const tag = type?.value;
  return typeof tag === "string" ? changeField(value, "type", wrongs.text(tag)) : undefined;
}

/** React and what works like it, Preact and what works like that. */
function isElement(value: object): boolean {
  return "props" in value && "type" in value && ("$$typeof" in value || value.constructor === undefined);
}

function wrongProps(props: Record<string, unknown>, wrongs: Wrongs): object | undefined {
  const names = ["children"].concat(Object.keys(props).filter((name) => name !== "children"));
  for (const name of names) {
    const old = props[name];
    const other = Array.isArray(old) ? wrongChild(old, wrongs) : wrongs.value(old, wrongs);
    if (other !== undefined) return Object.assign({}, props, { [name]: other });
  }
  return undefined;
}

/** One more child would have the key of another. */
function wrongChild(list: readonly unknown[], wrongs: Wrongs): unknown[] | undefined {
  const at = list.findIndex((each) => wrongs.value(each, wrongs) !== undefined);
  return at < 0 ? undefined : list.map((each, n) => (n === at ? wrongs.value(each, wrongs) : each));
}

/** A copy, as elements are frozen. */
function changeField(value: object, name: string, other: unknown): object {
  const fields: Record<string, PropertyDescriptor> = Object.getOwnPropertyDescriptors(value);
  fields[name] = Object.assign({}, fields[name], { value: other });
  return Object.create(Object.getPrototypeOf(value), fields);
}

export const elementFunctions = [wrongElement, isElement, wrongProps, wrongChild, changeField];
