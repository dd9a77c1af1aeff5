// Writes from their types the JSON Schemas of the events of `untildone run --json` (docs/run-events.schema.json) and of a
// proof (docs/proof-bundle.schema.json).
//   node scripts/event-schema.mjs
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What only untildone itself reads again: its fields may change. */
const opaque = {
  ProofPredicate: new Set(["policy"]),
  DecisionRecord: new Set(["observation", "after", "policy", "settings", "events"]),
};

/** The schema, made from `RunEvent`. */
export function makeEventSchema() {
  const { type, converter } = openType("src/run/loop/run-event.ts", "RunEvent");
  const members = type.types.map((each) => converter.convertObject(each));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "untildone run --json",
    description: "One event per line. Fields may be added; those described here keep their names and meanings.",
    oneOf: members,
    $defs: sortDefs(converter),
  };
}

/** That of a proof, made from `ProofStatement`. */
export function makeProofSchema() {
  const { type, converter } = openType("src/report/bundle/statement.ts", "ProofStatement");
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "untildone prove",
    description:
      "The in-toto statement in a proof, version 1. Fields may be added; a change of meaning is a new version.",
    ...converter.convertObject(type),
    $defs: sortDefs(converter),
  };
}

function openType(path, name) {
  const file = `${root}${path}`;
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([file], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const alias = source.statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === name);
  return { type: checker.getTypeAtLocation(alias), converter: new Converter(checker) };
}

const sortDefs = ({ defs }) => Object.fromEntries([...defs].sort(([a], [b]) => (a < b ? -1 : 1)));

class Converter {
  defs = new Map();

  constructor(checker) {
    this.checker = checker;
  }

  convert(type) {
    if (type.flags & ts.TypeFlags.StringLiteral || type.flags & ts.TypeFlags.NumberLiteral)
      return { const: type.value };
    if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === "true" };
    if (type.flags & ts.TypeFlags.Boolean) return { type: "boolean" };
    if (type.flags & ts.TypeFlags.String) return { type: "string" };
    if (type.flags & ts.TypeFlags.Number) return { type: "number" };
    if (type.flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.flags & ts.TypeFlags.Unknown) return {};
    if (type.isUnion()) return this.convertUnion(type);
    const name = type.aliasSymbol?.name ?? type.symbol?.name;
    if (this.checker.isTupleType(type))
      return { type: "array", prefixItems: this.checker.getTypeArguments(type).map((each) => this.convert(each)) };
    if (this.checker.isArrayType(type))
      return { type: "array", items: this.convert(this.checker.getTypeArguments(type)[0]) };
    return isNamed(name) ? this.refer(name, type) : this.convertObject(type);
  }

  convertUnion(type) {
    const parts = type.types.filter((each) => !(each.flags & ts.TypeFlags.Undefined));
    const texts = parts.filter((each) => each.isStringLiteral());
    const booleans = parts.filter((each) => each.flags & ts.TypeFlags.BooleanLiteral);
    const others = parts.filter((each) => !texts.includes(each) && (booleans.length < 2 || !booleans.includes(each)));
    const schemas = [
      ...(texts.length > 0 ? [{ enum: texts.map(({ value }) => value).sort() }] : []),
      ...(booleans.length === 2 ? [{ type: "boolean" }] : []),
      ...others.map((each) => this.convert(each)),
    ];
    return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  }

  refer(name, type) {
    if (!this.defs.has(name)) {
      this.defs.set(name, null); // A type may name itself.
      this.defs.set(name, this.convertObject(type, opaque[name]));
    }
    return { $ref: `#/$defs/${name}` };
  }

  convertObject(type, hidden) {
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const fields = this.checker.getPropertiesOfType(type);
    const required = fields.filter((field) => !(field.flags & ts.SymbolFlags.Optional)).map(({ name }) => name);
    return {
      type: "object",
      ...(fields.length > 0
        ? { properties: Object.fromEntries(fields.map((field) => this.convertField(field, hidden?.has(field.name)))) }
        : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index ? { additionalProperties: this.convert(index.type) } : {}),
    };
  }

  convertField(field, isHidden) {
    const text = ts.displayPartsToString(field.getDocumentationComment(this.checker)).replaceAll(/\s+/g, " ");
    const schema = isHidden ? {} : this.convert(this.checker.getTypeOfSymbol(field));
    return [field.name, text === "" ? schema : { description: text, ...schema }];
  }
}

/** Types of ours with a name; the rest has that of the compiler. */
const isNamed = (name) =>
  name !== undefined && !name.startsWith("__") && !["Record", "Readonly", "Pick", "Omit", "Partial"].includes(name);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const write = (name, schema) => writeFileSync(`${root}docs/${name}`, `${JSON.stringify(schema, null, 1)}\n`);
  write("run-events.schema.json", makeEventSchema());
  write("proof-bundle.schema.json", makeProofSchema());
}
