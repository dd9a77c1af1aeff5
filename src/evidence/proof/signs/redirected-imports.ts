import { pathJoin, textAt } from "../../../lib/files/folder.js";
import { isRecord } from "../../../lib/json/is-record.js";
import { blankJsonc } from "../../../lib/json/jsonc/blank.js";
import { tryParseJson } from "../../../lib/json/try-parse-json.js";
import type { TextChange } from "../../checks/honest-tests/compare-tests.js";
import type { CheatingSign } from "./sign.js";
import { lineAt } from "./source-text.js";

const maps = /(?:^|\/)(?:package|deno|[tj]sconfig(?:\.[\w-]+)?)\.jsonc?$/;

/**
 * A name that leads imports to another file than before, while the file it led to is still there: tests may then run
 * other code than what ships. Where that file is gone, the name only follows.
 */
export function findRedirected(changes: readonly TextChange[], cwd: string): readonly CheatingSign[] {
  return changes.flatMap(({ path, oldPath, old, now }) => {
    if (!maps.test(path) || old === null || now === null || old === now) return [];
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const isThere = (file: string): boolean => textAt(pathJoin(cwd, pathJoin(folder || ".", file))) !== null;
    const before = namesIn(oldPath, old);
    return [...namesIn(path, now)].flatMap(([name, files]) => {
      const led = before.get(name);
      if (!led || led.length === 0 || led[0] === files[0]) return [];
      if (!led.some((file) => /^\.{0,2}\/?[\w@]/.test(file) && isThere(file))) return [];
      const line = lineAt(now, Math.max(0, now.indexOf(JSON.stringify(name))));
      const what = `imports of ${name} lead to ${files.join(", ")}, and ${led.join(", ")} is still there`;
      return [{ name: "redirected-import", strength: "weak", file: path, line, what, touches: "answers" }];
    });
  });
}

/** The names that imports may use, each with the files it leads to, in order. */
function namesIn(path: string, text: string): ReadonlyMap<string, readonly string[]> {
  const read = tryParseJson(blankJsonc(text));
  const settings = isRecord(read) ? read : {};
  const options = isRecord(settings["compilerOptions"]) ? settings["compilerOptions"] : {};
  const names = /[tj]sconfig/.test(path) ? options["paths"] : settings["imports"];
  return new Map(isRecord(names) ? Object.entries(names).map(([name, to]) => [name, filesIn(to)]) : []);
}

/** With conditions and alternatives. */
const filesIn = (to: unknown): readonly string[] =>
  typeof to === "string"
    ? [to]
    : Array.isArray(to)
      ? to.flatMap(filesIn)
      : isRecord(to)
        ? Object.values(to).flatMap(filesIn)
        : [];
