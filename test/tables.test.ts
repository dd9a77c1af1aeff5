import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"),
);
const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(join(src, file), "utf8"), ts.ScriptTarget.Latest, true);

/** What decides or repeats: a function that is more than one expression, a branch, a loop. */
function findCode(node: ts.Node): readonly string[] {
  const isBody = ts.isBlock(node) || ts.isIterationStatement(node, false) || ts.isIfStatement(node);
  const own = isBody || ts.isClassDeclaration(node) ? [node.getText().slice(0, 80)] : [];
  const inner: string[] = [];
  ts.forEachChild(node, (child) => {
    inner.push(...findCode(child));
  });
  return [...own, ...inner];
}

it.each(files.filter((file) => file.endsWith("-table.ts")))("%s is data: no function in it has a body", (file) => {
  expect(findCode(parse(file))).toEqual([]);
});
