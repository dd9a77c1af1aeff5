import vm from "node:vm";
import { parse } from "@babel/parser";

const operators = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
};

/** Every text that differs in one place: another operator, a bound, a branch that is dropped, a wrong default. */
export function mutateJavascript(source) {
  const found = [];
  const text = ({ start, end }) => source.slice(start, end);
  const replace = (kind, { start, end }, by) =>
    found.push({ kind, text: source.slice(0, start) + by + source.slice(end) });
  walk(parse(source, { sourceType: "module" }).program, (node) => {
    switch (node.type) {
      case "BinaryExpression":
      case "LogicalExpression":
      case "AssignmentExpression":
        for (const other of operators[node.operator] ?? [])
          replace("operator", node, `${text(node.left)} ${other} ${text(node.right)}`);
        break;
      case "UnaryExpression":
        if (node.operator === "!") replace("operator", node, text(node.argument));
        break;
      case "NumericLiteral":
        for (const step of [1, -1]) replace("bound", node, `(${node.value + step})`);
        break;
      case "StringLiteral":
        replace("default", node, node.value === "" ? '"x"' : '""');
        break;
      case "BooleanLiteral":
        replace("default", node, String(!node.value));
        break;
      case "NullLiteral":
        replace("default", node, "0");
        break;
      case "AssignmentPattern":
        replace("default", node, text(node.left));
        break;
      case "IfStatement":
        for (const value of ["true", "false"]) replace("branch", node.test, value);
        break;
      case "ConditionalExpression":
        replace("branch", node, text(node.consequent));
        replace("branch", node, text(node.alternate));
        break;
      case "ExpressionStatement":
      case "ContinueStatement":
        replace("branch", node, ";");
        break;
    }
  });
  return found;
}

function walk(node, see) {
  if (node === null || typeof node !== "object") return;
  if (typeof node.type === "string") see(node);
  for (const value of Object.values(node))
    if (Array.isArray(value)) for (const each of value) walk(each, see);
    else if (value !== null && typeof value === "object" && typeof value.type === "string") walk(value, see);
}

/** What a source answers to each of the inputs, as one text; null where it does not end, or is no program. */
export function answersOfJavascript(source, fn, inputs) {
  const script = `${source.replaceAll(/^export /gm, "")}
JSON.stringify(INPUTS.map((args) => { try { return { answer: ${fn}(...structuredClone(args)) ?? null }; } catch (error) { return { throws: error.name }; } }));`;
  try {
    return vm.runInNewContext(script, { INPUTS: inputs, structuredClone }, { timeout: 2000 });
  } catch {
    return null;
  }
}
