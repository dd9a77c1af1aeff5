import { hashFile } from "../../lib/files/file-cache.js";
import { pathJoin, sizeAt, textAt, walkFolder } from "../../lib/files/folder.js";
import { plural } from "../../lib/text/plural.js";
import { type CheckContext, type Finding, fails, holds, unknown } from "../check-context.js";
import type { ArtifactsPlan, WantedFile } from "../plan.js";
import { compileGlob } from "../workspace/glob.js";

/** Whether the files that must come of the run are there. */
export function checkArtifacts(
  plan: ArtifactsPlan,
  { cwd, baseline }: Pick<CheckContext, "cwd" | "baseline">,
): Finding {
  const answers = plan.files.map((wanted) => lookFor(wanted, cwd, baseline?.artifacts ?? null));
  const wrong = answers.filter(({ state }) => state !== "holds");
  if (wrong.length === 0) return holds(answers.map(({ detail }) => detail).join("; "));
  const detail = wrong.map((answer) => answer.detail).join("; ");
  const finding = wrong.some(({ state }) => state === "fails") ? fails(detail) : unknown(detail);
  return { ...finding, feedback: wrong.map((answer) => answer.detail) };
}

/** The content of each wanted file that must change, as it is now. */
export function artifactHashes(files: readonly WantedFile[], cwd: string): Readonly<Record<string, string>> {
  const paths = files.filter(({ changed }) => changed).flatMap(({ path }) => matching(path, cwd));
  return Object.fromEntries(
    paths.flatMap((path) => {
      const look = hashFile(pathJoin(cwd, path));
      return look ? [[path, look.hash]] : [];
    }),
  );
}

type Hashes = Readonly<Record<string, string>>;

/** One file that meets all that is asked is enough for a pattern. */
function lookFor(wanted: WantedFile, cwd: string, atStart: Hashes | null): Finding {
  const paths = matching(wanted.path, cwd);
  if (paths.length === 0) return fails(`${wanted.path} is not there`);
  const answers = paths.map((path) => judgeFile(path, wanted, { cwd, atStart }));
  return (
    answers.find(({ state }) => state === "holds") ??
    answers.find(({ state }) => state === "fails") ??
    answers[0] ??
    fails(`${wanted.path} is not there`)
  );
}

function judgeFile(
  path: string,
  { minBytes, contains, changed }: WantedFile,
  { cwd, atStart }: { readonly cwd: string; readonly atStart: Hashes | null },
): Finding {
  const full = pathJoin(cwd, path);
  const size = sizeAt(full) ?? 0;
  if (size < minBytes) return fails(`${path} holds ${plural(size, "byte")}, less than ${minBytes}`);
  if (contains !== null && !textAt(full)?.includes(contains))
    return fails(`${path} does not contain ${JSON.stringify(contains)}`);
  if (!changed) return holds(`${path} is there`);
  if (!atStart) return unknown(`whether ${path} changed is not known: there is no start of the run to compare with`);
  if (Object.hasOwn(atStart, path) && atStart[path] === hashFile(full)?.hash)
    return fails(`${path} has not changed in this run`);
  return holds(`${path} is there, and new`);
}

function matching(path: string, cwd: string): readonly string[] {
  if (!/[*?[{]/.test(path)) return sizeAt(pathJoin(cwd, path)) === null ? [] : [path];
  const fixed = /^(?:[^*?[{/]+\/)*/.exec(path)?.[0] ?? "";
  const matches = compileGlob(path);
  const { files } = walkFolder(pathJoin(cwd, fixed), (name) => /(?:^|\/)(?:\.git|node_modules)\/$/.test(name));
  return files.map((name) => `${fixed}${name}`).filter(matches);
}
