import { stemOf } from "../proof/measured-files/file-index.js";
import { isTestFile } from "../proof/named-tests.js";
import type { AuditScene, Findings } from "./findings.js";
import type { AuditedProject } from "./look-at-project.js";
import type { NamedParts } from "./named-parts.js";

/** Tests that the task names, or that speak of what it made. */
export function lookAtTests(parts: NamedParts, found: Findings, { project }: AuditScene): void {
  for (const name of parts.tests) {
    const [path] = project.filesNamed(name);
    if (path === undefined) {
      if (!parts.removes) found.doubts.push({ kind: "test-missing", why: `there is no test ${name}` });
    } else if (project.isEmpty(path) !== null)
      found.doubts.push({ kind: "test-missing", why: `${path} tests nothing` });
    else found.tested.push(`${path} is there`);
  }
  const made = [...found.files].filter((path) => !isTestFile(path));
  const own = made.flatMap((path) => testsOf(path, project));
  if (own.length > 0) found.tested.push(`${own[0]} tests ${made[0]}`);
  const isKnown = parts.tests.length > 0 || found.tested.length > 0;
  if (!isKnown && parts.asksForTests && made.length > 0)
    found.doubts.push({ kind: "test-missing", why: `no test speaks of ${made[0]}` });
}

/** Tests that load a file, or are named for it. */
function testsOf(path: string, project: AuditedProject): readonly string[] {
  const stem = stemOf(path);
  if (stem.length < 3) return [];
  const loads = new RegExp(
    `["'\`/. ]${stem.replaceAll(/[$.*+?^{}()|[\]\\]/g, "\\$&")}(?:\\.\\w+)?["'\`]|\\b(?:from|import|use|require)\\b[^\\n]*\\b${stem.replaceAll(/[^\w]/g, "\\W?")}\\b`,
  );
  return project.sources.filter(
    (test) => isTestFile(test) && test !== path && loads.test(project.code(test)) && project.isEmpty(test) === null,
  );
}
