import { pathJoin, textAt } from "../../../lib/files/folder.js";
import { isRecord } from "../../../lib/json/is-record.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import type { CommandFinding } from "../../checks/command.js";

const misses =
  /cannot find|could not (?:find|resolve|load)|not found|ENOENT|no such file|failed to (?:load|resolve)|unresolved|no test files?/i;

/** Whether a check says that it misses what a build makes: by its path, or by the name of the package that has it. */
export function missesOutput({ detail, tail, tests }: CommandFinding, output: string, root: string): boolean {
  const said = [detail, ...(tail ?? []), ...tests.failures.map(({ name, message }) => `${name} ${message ?? ""}`)];
  const names = [`/${output.slice(output.lastIndexOf("/") + 1)}`, ...packageName(root, output)];
  return said.some((text) => misses.test(text) && names.some((name) => text.includes(name)));
}

function packageName(root: string, output: string): readonly string[] {
  const manifest = tryParseJson(textAt(pathJoin(root, output, "..", "package.json")) ?? "null");
  const name = isRecord(manifest) ? manifest["name"] : undefined;
  return typeof name === "string" && name !== "" ? [`'${name}`, `"${name}`] : [];
}
