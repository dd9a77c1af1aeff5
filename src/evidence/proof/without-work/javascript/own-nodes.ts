import type { Function as FunctionNode, Node } from "@babel/types";

/** The nodes of a function's own body, those of functions and classes inside it left out. */
export function* walkOwnNodes(node: Node): Generator<Node> {
  yield node;
  for (const child of listChildren(node)) if (!hasOwnScope(child)) yield* walkOwnNodes(child);
}

export const isFunction = (node: Node): node is FunctionNode =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ObjectMethod|Class(?:Private)?Method)$/.test(
    node.type,
  );

const hasOwnScope = (node: Node): boolean => isFunction(node) || node.type === "ClassBody";

function listChildren(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value: unknown) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
