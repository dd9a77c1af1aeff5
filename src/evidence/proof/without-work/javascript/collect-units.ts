import type { AssignmentExpression, Declaration, Expression, Node, Statement, VariableDeclaration } from "@babel/types";
import {
  type FoundUnit,
  foundFunction,
  foundSignature,
  foundUnit,
  mergeSignatures,
  type NodePlace,
} from "./found-unit.js";
import { listBindings } from "./function-facts.js";
import { classUnits, nameOfPath, objectUnits, unwrap } from "./member-units.js";
import { isFunction } from "./own-nodes.js";

/** All units of a text, the leaves only: methods and not their class, functions and not the object they are in. */
export const collectUnits = (statements: readonly Statement[]): readonly FoundUnit[] =>
  mergeSignatures(statements.flatMap(unitsOf));

const unnamed = "default";

function unitsOf(statement: Statement): readonly FoundUnit[] {
  switch (statement.type) {
    case "ExportNamedDeclaration":
      return statement.declaration ? declaredUnits(statement.declaration, statement) : [];
    case "ExportDefaultDeclaration":
      return isDeclaration(statement.declaration)
        ? declaredUnits(statement.declaration, statement)
        : exportedUnits(statement.declaration, statement);
    case "TSExportAssignment":
      return exportedUnits(statement.expression, statement);
    case "ExpressionStatement":
      return expressionUnits(statement.expression, statement);
    default:
      return isDeclaration(statement) ? declaredUnits(statement, statement) : [];
  }
}

const isDeclaration = (node: Node): node is Declaration => /Declaration$|^TSDeclareFunction$/.test(node.type);

function declaredUnits(node: Declaration, place: NodePlace): readonly FoundUnit[] {
  switch (node.type) {
    case "FunctionDeclaration":
      return [foundFunction(node.id?.name ?? unnamed, node, place)];
    case "TSDeclareFunction":
      return [foundSignature(node.id?.name ?? unnamed, place)];
    case "ClassDeclaration":
      return classUnits(node.id?.name ?? unnamed, node, place);
    case "VariableDeclaration":
      return variableUnits(node, place);
    case "TSEnumDeclaration":
    case "TSModuleDeclaration":
      return [foundUnit(node.id.type === "StringLiteral" ? node.id.value : nameOfPath(node.id), place)];
    default:
      return []; // Types and imports.
  }
}

/** One of several is its own declaration only, so that units do not overlap. */
function variableUnits({ declarations }: VariableDeclaration, place: NodePlace): readonly FoundUnit[] {
  return declarations.flatMap((declared) => {
    const { id, init } = declared;
    if (!init || isRequired(init)) return [];
    const own = declarations.length === 1 ? place : declared;
    if (id.type === "Identifier") return valueUnits(id.name, init, own);
    const [name = unnamed] = listBindings(id);
    return [foundUnit(name, own)];
  });
}

/** What is exported as a whole. A mere name stands for what is found under that name. */
function exportedUnits(node: Expression, place: NodePlace, name = unnamed): readonly FoundUnit[] {
  const value = unwrap(node);
  if (isAlias(value)) return [];
  const own = "id" in value && value.id?.type === "Identifier" ? value.id.name : name;
  return valueUnits(isFunction(value) || value.type === "ClassExpression" ? own : name, node, place);
}

function valueUnits(name: string, node: Expression, place: NodePlace): readonly FoundUnit[] {
  const value = unwrap(node);
  if (isFunction(value)) return [foundFunction(name, value, place)];
  if (value.type === "ClassExpression") return classUnits(name, value, place);
  const members = value.type === "ObjectExpression" ? objectUnits(`${name}.`, value) : [];
  return members.length > 0 ? members : [foundUnit(name, place, { kind: "value", node })];
}

function expressionUnits(node: Expression, place: NodePlace): readonly FoundUnit[] {
  if (node.type === "AssignmentExpression") return node.operator === "=" ? assignedUnits(node, place) : [];
  if (node.type === "UnaryExpression") return expressionUnits(node.argument, place);
  return node.type === "CallExpression" ? [node.callee, ...node.arguments].flatMap(calledUnits) : [];
}

/** A module of its own inside a function that is called at once. */
const calledUnits = (node: Node): readonly FoundUnit[] =>
  isFunction(node) && node.body.type === "BlockStatement" ? collectUnits(node.body.body) : [];

/** `exports.a = …`, `module.exports = …`, `Money.prototype.add = …` */
function assignedUnits({ left, right }: AssignmentExpression, place: NodePlace): readonly FoundUnit[] {
  if (right.type === "AssignmentExpression") return assignedUnits(right, place); // exports = module.exports = …
  const path = nameOfPath(left);
  const value = unwrap(right);
  if (/^(?:module\.)?exports$/.test(path))
    return value.type === "ObjectExpression" ? exportedMembers(value, place) : exportedUnits(right, place);
  const [, name] = /^(?:module\.)?exports\.(.+)$/.exec(path) ?? [];
  if (name !== undefined) return isAlias(value) ? [] : valueUnits(name, right, place);
  const isOwn = path.includes(".") && (isFunction(value) || value.type === "ClassExpression");
  return isOwn ? valueUnits(path.replace(".prototype.", "."), right, place) : [];
}

function exportedMembers(node: Expression & { type: "ObjectExpression" }, place: NodePlace): readonly FoundUnit[] {
  const isList = node.properties.some((each) => each.type === "SpreadElement" || isListed(each));
  const members = objectUnits("", node);
  return members.length > 0 || isList ? members : [foundUnit(unnamed, place, { kind: "value", node })];
}

/** `{ add, sum: total, get x() … }`: a list of what stands elsewhere. */
const isListed = (node: Node): boolean => node.type === "ObjectProperty" && isAlias(node.value);

const isAlias = (node: Node): boolean => node.type === "Identifier" || nameOfPath(node) !== "" || isRequired(node);

function isRequired(node: Node): boolean {
  if (node.type === "MemberExpression") return isRequired(node.object);
  return node.type === "CallExpression" && nameOfPath(node.callee) === "require";
}
