import type { Task } from "../../decide/tasks.js";
import type { AuditedTask, PhantomKind } from "./audited-task.js";
import { findUse, isDeclared, isReadable, isStub } from "./find-use.js";
import type { AuditScene, Doubt, Findings } from "./findings.js";
import { lookAtCommits } from "./look-at-commits.js";
import { lookAtTests } from "./look-at-tests.js";
import { type NamedParts, readNamedParts } from "./named-parts.js";
import { type AuditedCommit, describeCommit, isRevert, namesTask } from "./read-history.js";

/** What stands behind one tick. */
export async function auditTask(task: Task, scene: AuditScene): Promise<AuditedTask> {
  const parts = readNamedParts(task.title, [...task.acceptance, ...(task.below ?? [])]);
  const found: Findings = { shown: [], tested: [], doubts: [], gone: [], files: new Set() };
  const commits = scene.history.filter((commit) => namesTask(commit, task));
  await lookAtFiles(parts, found, scene);
  await lookAtSymbols(parts, found, scene);
  lookAtTests(parts, found, scene);
  lookAtCommits(task, commits, { found, parts, scene });
  return sumUp(task, found, { commits, parts });
}

async function lookAtFiles({ files, removes }: NamedParts, found: Findings, scene: AuditScene): Promise<void> {
  for (const { name, isMade } of files) {
    const paths = scene.project.filesNamed(name);
    for (const path of paths) found.files.add(path);
    const [path] = paths;
    if (path === undefined) {
      if (removes) found.shown.push(`${name} is gone`);
      else if (isMade) found.doubts.push(...whyMissing(name, scene, found));
      continue;
    }
    const empty = paths.length === 1 ? scene.project.isEmpty(path) : null;
    if (empty !== null && isMade && !isEmptyByNature.test(path))
      found.doubts.push(
        empty === "empty"
          ? { kind: "file-empty", why: `${path} is empty` }
          : { kind: "only-comment", why: `${path} holds nothing but comments` },
      );
    else found.shown.push(`${path} is there`);
  }
}

/** Files that mark a folder. */
const isEmptyByNature = /(?:^|\/)(?:__init__\.py|\.gitkeep|\.keep|py\.typed|\.nojekyll|conftest\.py|mod\.rs)$/;

/** A file that was there once was moved, or taken away for a reason, unless somebody reverted the work. */
function whyMissing(name: string, { history, project }: AuditScene, found: Findings): readonly Doubt[] {
  const touching = history.filter(({ files }) => files.some((path) => path === name || path.endsWith(`/${name}`)));
  const [last] = touching;
  if (!last) return [{ kind: "file-missing", why: `there is no file ${name}` }];
  if (isRevert(last)) return [{ kind: "reverted", why: `${name} is gone since ${describeCommit(last)}` }];
  const base = name.slice(name.lastIndexOf("/") + 1);
  const moved = project.filesNamed(base);
  if (moved.length > 0) found.shown.push(`${name} is now ${moved[0]}`);
  else found.gone.push(`${name} was there, and is gone since ${describeCommit(last)}`);
  return [];
}

async function lookAtSymbols(parts: NamedParts, found: Findings, scene: AuditScene): Promise<void> {
  const { project } = scene;
  for (const { name, isMade } of parts.symbols) {
    const { code, comments, tests, others } = project.find(name);
    if (code.length + others.length === 0) {
      if (parts.removes) found.shown.push(`${name} is gone`);
      else if (isMade) await whyNoSymbol(name, { comments, tests }, { found, scene });
      continue;
    }
    const declaring = code.filter((path) => isDeclared(name, project.code(path)));
    if (isMade && declaring.length === 0 && others.length === 0 && code.every(isReadable)) {
      await whyNoSymbol(name, { comments, tests }, { found, scene });
      continue;
    }
    for (const path of declaring) found.files.add(path);
    if (tests.length > 0) found.tested.push(`${tests[0]} tests ${name}`);
    const stub = isMade ? declaring.find((path) => isStub(name, project.code(path))) : undefined;
    if (stub !== undefined && declaring.length === 1)
      found.doubts.push({ kind: "only-comment", why: `${name} in ${stub} does nothing` });
    else if (isMade && code.length > 0 && others.length === 0 && !findUse(name, code, project))
      found.doubts.push({ kind: "dead-code", why: `nothing uses ${name} in ${code[0]}` });
    else found.shown.push(`${name} is in ${code[0] ?? others[0]}`);
  }
}

interface Looking {
  readonly found: Findings;
  readonly scene: AuditScene;
}

async function whyNoSymbol(
  name: string,
  { comments, tests }: { readonly comments: readonly string[]; readonly tests: readonly string[] },
  { found, scene }: Looking,
): Promise<void> {
  const earlier = await scene.commitsWith(name);
  const [last] = earlier;
  if (last && isRevert(last))
    found.doubts.push({ kind: "reverted", why: `${name} is gone since ${describeCommit(last)}` });
  else if (comments.length > 0)
    found.doubts.push({ kind: "only-comment", why: `${name} stands only in a comment of ${comments[0]}` });
  else if (tests.length > 0)
    found.doubts.push({ kind: "symbol-missing", why: `${name} is only in tests (${tests[0]})` });
  else if (earlier.length > 1)
    found.gone.push(`${name} was there, and is gone since ${describeCommit(last ?? { hash: "", subject: "" })}`);
  else found.doubts.push({ kind: "symbol-missing", why: `nothing is called ${name}` });
}

interface Summed {
  readonly commits: readonly AuditedCommit[];
  readonly parts: NamedParts;
}

function sumUp(task: Task, found: Findings, { commits }: Summed): AuditedTask {
  const [doubt] = found.doubts.toSorted((a, b) => rank(a.kind) - rank(b.kind));
  const named = found.shown.length > 0 || found.tested.length > 0;
  const verdict = doubt ? "phantom" : found.tested.length > 0 ? "tested" : named ? "shown" : "unknown";
  const nothing = found.gone.length > 0 ? found.gone : ["it names nothing that can be looked for"];
  return {
    ...{ id: task.id, title: task.title, line: task.line, verdict, kind: doubt?.kind ?? null },
    evidence: [
      ...found.doubts.map(({ why }) => why),
      ...new Set([...found.tested, ...found.shown]),
      ...(verdict === "unknown" ? nothing : found.gone),
    ].slice(0, maxEvidence),
    files: [...found.files].slice(0, maxEvidence),
    commits: commits.map(({ hash }) => hash).slice(0, maxEvidence),
  };
}

const maxEvidence = 10;
const order: readonly PhantomKind[] = [
  "reverted",
  "file-missing",
  "file-empty",
  "only-comment",
  "symbol-missing",
  "test-missing",
  "other-task",
  "dead-code",
];
const rank = (kind: PhantomKind): number => order.indexOf(kind);
