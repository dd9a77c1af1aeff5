import type { ParseResult, ParserOptions, ParserPlugin } from "@babel/parser";
import type { File } from "@babel/types";

export type ParsedSource = ParseResult<File>;

/** JavaScript or TypeScript by the bundled parser, which is loaded here and nowhere else. Null where it cannot be parsed. */
export async function parseSource(text: string, path: string): Promise<ParsedSource | null> {
  const { parse } = await import("@babel/parser");
  for (const plugins of choosePlugins(path))
    try {
      return parse(text, { ...options, plugins, sourceType: readModuleKind(path) });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error; // Another dialect may fit.
    }
  return null;
}

/** Whether it runs is for the runner to say: only the text's structure is asked for here. */
const options: ParserOptions = {
  attachComment: false,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowNewTargetOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
};

/** Dialects to try, in this order. Without JSX a `.ts` file may write a cast as `<T>value`. */
function choosePlugins(path: string): readonly ParserPlugin[][] {
  const plugins: ParserPlugin[] = ["decoratorAutoAccessors", "explicitResourceManagement"];
  if (/\.[mc]?tsx?$/.test(path)) plugins.push("typescript");
  if (!/\.[mc]?ts$/.test(path)) plugins.push("jsx");
  return [
    [...plugins, "decorators-legacy"],
    [...plugins, "decorators"],
  ];
}

function readModuleKind(path: string): "module" | "script" | "unambiguous" {
  if (/\.m[jt]s$/.test(path)) return "module";
  return /\.cjs$/.test(path) ? "script" : "unambiguous";
}
