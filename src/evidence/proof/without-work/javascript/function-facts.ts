import type { Function as FunctionNode, Node } from "@babel/types";
import { isFunction, walkOwnNodes } from "./own-nodes.js";

/** Whether a wrong answer can be given for it, as far as its text says. */
export function canAnswerWrong(node: FunctionNode): boolean {
  if (node.generator || isSetter(node) || isOldConstructor(node)) return false;
  if (node.body.type === "BlockStatement" && node.body.body.length === 0) return false; // Nothing to skip.
  return returnsNothing(node) || !returnsFunctionsOnly(node);
}

/** By its text: then there is no answer to change, and its body is skipped. */
export function returnsNothing(node: FunctionNode): boolean {
  return isVoid(node) || (node.body.type === "BlockStatement" && listAnswers(node).length === 0);
}

/** Parameters that a `var` of the body declares again: it keeps their values only in the function that takes them. */
export function listRedeclared(node: FunctionNode): readonly string[] {
  const parameters = new Set(node.params.flatMap(listBindings));
  const declared = [...walkOwnNodes(node.body)]
    .filter((each) => each.type === "VariableDeclaration")
    .filter(({ kind }) => kind === "var")
    .flatMap(({ declarations }) => declarations.flatMap(({ id }) => listBindings(id)));
  return [...new Set(declared)].filter((name) => parameters.has(name));
}

/** The names that a parameter or a declaration binds. */
export function listBindings(node: Node | null): readonly string[] {
  switch (node?.type) {
    case "Identifier":
      return [node.name];
    case "AssignmentPattern":
      return listBindings(node.left);
    case "RestElement":
      return listBindings(node.argument);
    case "ArrayPattern":
      return node.elements.flatMap(listBindings);
    case "ObjectPattern":
      return node.properties.flatMap((each) => listBindings(each.type === "ObjectProperty" ? each.value : each));
    case "TSParameterProperty":
      return listBindings(node.parameter);
    default:
      return [];
  }
}

/** It answers nothing, and neither does a constructor. */
const isSetter = (node: FunctionNode): boolean => "kind" in node && node.kind !== "method" && node.kind !== "get";

/** A function made for `new`, before there were classes: skipped, its objects would lack all fields. */
function isOldConstructor(node: FunctionNode): boolean {
  const name = "id" in node ? node.id?.name : undefined;
  return (
    name !== undefined &&
    /^[A-Z]/.test(name) &&
    returnsNothing(node) &&
    [...walkOwnNodes(node.body)].some((each) => each.type === "ThisExpression")
  );
}

function returnsFunctionsOnly(node: FunctionNode): boolean {
  const answers = node.body.type === "BlockStatement" ? listAnswers(node) : [node.body];
  return answers.every(isFunction);
}

const listAnswers = (node: FunctionNode): Node[] =>
  [...walkOwnNodes(node.body)].flatMap((each) =>
    each.type === "ReturnStatement" && each.argument ? [each.argument] : [],
  );

function isVoid({ returnType }: FunctionNode): boolean {
  if (returnType?.type !== "TSTypeAnnotation") return false;
  const type = returnType.typeAnnotation;
  const isPromise =
    type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Promise";
  const answer = isPromise ? type.typeParameters?.params[0] : type;
  return answer?.type === "TSVoidKeyword" || answer?.type === "TSNeverKeyword";
}
