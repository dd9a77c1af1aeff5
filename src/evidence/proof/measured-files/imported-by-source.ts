import { isNamedTest } from "../../checks/honest-tests/dialects-table.js";
import type { RootState } from "../../workspace/workspace-state.js";
import { measureOf } from "../original-tests/measures.js";
import { FileIndex } from "./file-index.js";
import { isCodeFile } from "./find-data.js";
import { Importers, ImportGraph } from "./importers.js";
import { readProject } from "./project-texts.js";

/** Whether a file lies among tests, and is none by its name: it may be code about tests. */
const isDoubtful = (path: string): boolean => isCodeFile(path) && measureOf(path, []) === "test" && !isNamedTest(path);

/** Those of the files that lie in a folder of tests and are source all the same: source imports them. From the root. */
export async function findImportedBySource(root: RootState, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const doubtful = paths.filter(isDoubtful);
  if (doubtful.length === 0) return new Set();
  const importers = new Importers(
    new ImportGraph(new FileIndex(await readProject(root))),
    (path) => measureOf(path, []) !== null,
  );
  return new Set(doubtful.filter((path) => importers.of(path).sources.length > 0));
}
