import type { Class, ClassBody, Decorator, Expression, Node, ObjectExpression } from "@babel/types";
import {
  type FoundUnit,
  foundFunction,
  foundSignature,
  foundUnit,
  mergeSignatures,
  type NodePlace,
} from "./found-unit.js";
import { isFunction } from "./own-nodes.js";

/** The methods of a class. Where there is nothing but a constructor, the class as a whole. */
export function classUnits(name: string, node: Class, place: NodePlace): readonly FoundUnit[] {
  const members = mergeSignatures(node.body.body.flatMap((member) => classMember(name, member)));
  return members.some((member) => member.name !== `${name}.constructor`) ? members : [foundUnit(name, place)];
}

function classMember(className: string, member: ClassBody["body"][number]): readonly FoundUnit[] {
  switch (member.type) {
    case "ClassMethod":
    case "ClassPrivateMethod":
      return [foundFunction(memberName(className, member), member, withoutDecorators(member))];
    case "TSDeclareMethod":
      return [foundSignature(memberName(className, member), withoutDecorators(member))];
    case "ClassProperty":
    case "ClassPrivateProperty":
    case "ClassAccessorProperty": {
      const value = member.value ? unwrap(member.value) : null;
      if (!value || !isFunction(value)) return [];
      return [foundFunction(memberName(className, member), value, withoutDecorators(member))];
    }
    default:
      return [];
  }
}

/** The functions in an object, also in objects inside it. `prefix` is "" or ends with a dot. */
export function objectUnits(prefix: string, node: ObjectExpression): readonly FoundUnit[] {
  return node.properties.flatMap((property): readonly FoundUnit[] => {
    if (property.type === "SpreadElement") return [];
    const name = `${prefix}${keyName(property)}`;
    if (property.type === "ObjectMethod") return [foundFunction(name, property, property)];
    const value = unwrap(property.value);
    if (isFunction(value)) return [foundFunction(name, value, property)];
    return value.type === "ObjectExpression" ? objectUnits(`${name}.`, value) : [];
  });
}

/** The expression itself: without types, and without what only protects an object. */
export function unwrap<T extends Node>(node: T): T | Expression {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "TypeCastExpression":
      return unwrap(node.expression);
    case "CallExpression": {
      const [first] = node.arguments;
      return isFreeze(node.callee) && first?.type === "ObjectExpression" ? first : node;
    }
    default:
      return node;
  }
}

const isFreeze = (node: Node): boolean =>
  node.type === "MemberExpression" &&
  node.property.type === "Identifier" &&
  /^(?:freeze|seal)$/.test(node.property.name);

interface Member {
  readonly key: Node;
  readonly computed?: boolean | null;
}

const memberName = (className: string, member: Member): string => `${className}.${keyName(member)}`;

function keyName({ key, computed }: Member): string {
  if (key.type === "StringLiteral" || key.type === "NumericLiteral") return String(key.value);
  const name = nameOfPath(key);
  return computed ? `[${name}]` : name;
}

/** "a.b" of identifiers and the members of these; "" of anything else. */
export function nameOfPath(node: Node): string {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "PrivateName":
      return `#${node.id.name}`;
    case "MemberExpression": {
      const [object, property] = [nameOfPath(node.object), keyName({ key: node.property, computed: false })];
      return object && property ? `${object}.${property}` : "";
    }
    default:
      return "";
  }
}

/** Parsers count decorators as part of what they decorate. */
function withoutDecorators(
  node: NodePlace & { readonly key: Node; readonly decorators?: Decorator[] | null },
): NodePlace {
  const last = node.decorators?.at(-1);
  return last?.end == null ? node : { ...node, start: last.end, loc: node.key.loc ?? null };
}
