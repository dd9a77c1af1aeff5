import type { Expression, Function as FunctionNode } from "@babel/types";
import type { Insertion } from "../insertions.js";
import type { FoundUnit } from "./found-unit.js";
import { listRedeclared, returnsNothing } from "./function-facts.js";
import { walkOwnNodes } from "./own-nodes.js";

/** The function of the prelude; a name that no project has. */
export const wrongFunction = "__untildoneWrong";

/** The insertions that make a unit answer wrongly. Arrow functions keep `this`, `arguments`, `super` and `new.target`. */
export function wrapUnit({ name, code }: FoundUnit, isUnused: boolean): readonly Insertion[] {
  if (!code) return [];
  if (code.kind === "value") return wrapValue(name, code.node);
  return wrapFunction(name, code.node, isUnused || returnsNothing(code.node) ? "skip" : "answer");
}

function wrapValue(name: string, node: Expression): readonly Insertion[] {
  const isAwaited = [...walkOwnNodes(node)].some((each) => each.type === "AwaitExpression");
  const before = isAwaited ? `await ${callOf("value", name)} async ()` : `${callOf("value", name)} ()`;
  return wrapExpression(node, before);
}

function wrapFunction(name: string, node: FunctionNode, kind: "answer" | "skip"): readonly Insertion[] {
  const call = callOf(kind, name);
  const kept = listRedeclared(node);
  const before = `${call} ${node.async ? "async " : ""}(${kept.join(", ")})`;
  const { body } = node;
  if (body.type !== "BlockStatement") return wrapExpression(body, before);
  const { start, end, directives } = body;
  const last = directives.at(-1)?.end;
  return [
    { at: last ?? (start ?? 0) + 1, text: `${last == null ? "" : ";"} return ${before} => {` },
    { at: (end ?? 0) - 1, text: `}${kept.map((each) => `, ${each}`).join("")}); ` },
  ];
}

const callOf = (kind: "answer" | "skip" | "value", name: string): string =>
  `${wrongFunction}("${kind}", ${JSON.stringify(name)},`;

const wrapExpression = ({ start, end }: Expression, before: string): readonly Insertion[] => [
  { at: start ?? 0, text: `${before} => (` },
  { at: end ?? 0, text: "))" },
];
