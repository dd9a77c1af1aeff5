import { linkTarget } from "../../../lib/files/copy-tree.js";
import { hashFile } from "../../../lib/files/file-cache.js";
import { digest, entriesIn, isThere, namesIn, pathJoin, walkFolder } from "../../../lib/files/folder.js";
import { findProgram } from "../../../lib/process/programs.js";
import type { CheckPlan } from "../../plan.js";
import type { WorkspaceState } from "../../workspace/workspace-state.js";
import { standsForInstalled } from "../measured-files/stand-ins.js";
import { measureOf } from "./measures.js";

/** Files outside of what git sees that rule how tests are run, with what they are: a link's target, or a hash. */
export type UnseenFiles = Readonly<Record<string, string>>;

/**
 * Looks at the programs of dependencies, at configuration that git may ignore, in the project's first folder, at packages
 * that hide others of their name, and at modules where Python is told to look.
 */
export function lookAtUnseen({ roots }: WorkspaceState, plans: readonly CheckPlan[] = []): UnseenFiles {
  const root = roots[0]?.path;
  if (root === undefined) return {};
  const config = namesIn(root).filter((name) => measureOf(name, []) === "config");
  const programs = namesIn(pathJoin(root, "node_modules/.bin")).map((name) => `node_modules/.bin/${name}`);
  const files = [...config, ...programs].flatMap((name) => {
    const path = pathJoin(root, name);
    const is = linkTarget(path) ?? hashFile(path)?.hash;
    return is === undefined ? [] : [[name, is] as const];
  });
  const hiding = hidingPackages(root).map((name) => [name, "hides another"] as const);
  return Object.fromEntries([...files, ...hiding, ...pythonModules(root, plans)]);
}

const maxFolders = 2_000;

/** Packages in a folder of the project that come before those of the same name above it. A package has its own rightly. */
function hidingPackages(root: string): readonly string[] {
  const found: string[] = [];
  const waiting = [""];
  for (let count = 0; waiting.length > 0 && count < maxFolders; count++) {
    const folder = waiting.shift() ?? "";
    for (const entry of entriesIn(pathJoin(root, folder))) {
      const path = `${folder}${entry.name}`;
      if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
      if (entry.name !== "node_modules") {
        if (folder.split("/").length <= 3) waiting.push(`${path}/`);
      } else if (folder !== "" && !isThere(pathJoin(root, folder, "package.json")))
        found.push(
          ...packagesIn(root, path)
            .filter((name) => isThere(pathJoin(root, "node_modules", name)))
            .map((name) => `${path}/${name}`),
        );
    }
  }
  return found;
}

const packagesIn = (root: string, folder: string): readonly string[] =>
  namesIn(pathJoin(root, folder)).flatMap((name) =>
    name.startsWith("@") ? namesIn(pathJoin(root, folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );

const maxModuleFiles = 500;

/** What lies in the folders of the project that a check's PYTHONPATH names, by its content. */
function pythonModules(root: string, plans: readonly CheckPlan[]): readonly (readonly [string, string])[] {
  const paths = plans.flatMap((plan) => {
    if (plan.kind !== "command") return [];
    const given = plan.words.flatMap((word) => /^PYTHONPATH=(.*)$/.exec(word)?.[1] ?? []);
    return [plan.env["PYTHONPATH"] ?? "", ...given].flatMap((list) => list.split(":"));
  });
  const folders = new Set(paths.map((path) => path.replace(/^\.\//, "").replace(/\/+$/, "")));
  return [...folders]
    .filter((folder) => folder !== "" && folder !== "." && !folder.startsWith("/") && !folder.startsWith(".."))
    .flatMap((folder) => modulesIn(root, folder));
}

function modulesIn(root: string, folder: string): readonly (readonly [string, string])[] {
  const entries = namesIn(pathJoin(root, folder));
  // A package that was installed or upgraded brings a new list of its files.
  const installed = entries
    .filter((name) => /\.(?:dist|egg)-info$/.test(name))
    .sort()
    .join(" ");
  return entries
    .filter((name) => !/-info$|^__pycache__$|^\./.test(name))
    .map(
      (name) => [`${folder}/${name}`, `${digest(installed)} ${digestModule(pathJoin(root, folder, name))}`] as const,
    );
}

function digestModule(path: string): string {
  const own = hashFile(path)?.hash;
  if (own !== undefined) return own;
  const { files } = walkFolder(path, (name) => /(?:^|\/)__pycache__\//.test(name), maxModuleFiles);
  return digest(files.map((name) => `${name} ${hashFile(pathJoin(path, name))?.hash}`).join("\n"));
}

/** How such files stand now against the start. */
export interface Unseen {
  readonly changed: readonly string[];
  /** Whether this file or something in this folder changed. */
  isChanged(path: string): boolean;
}

export function compareUnseen(before: UnseenFiles, now: UnseenFiles): Unseen {
  const changed = Object.keys(now).filter((name) => now[name] !== before[name] && !isHarmless(name, before, now));
  const all = new Set(changed);
  return {
    changed,
    isChanged: (path) =>
      all.has(path) ||
      (!/(?:^|\/)node_modules(?:\/|$)/.test(path) && changed.some((name) => name.startsWith(`${path}/`))),
  };
}

/** What came with a new dependency ran nothing at the start, unless it hides something. */
function isHarmless(name: string, before: UnseenFiles, now: UnseenFiles): boolean {
  const last = name.replace(/^.*\//, "");
  if (before[name] === undefined) {
    if (name.startsWith("node_modules/")) return findProgram(last) === null;
    return now[name] !== "hides another" && name.includes("/") && !standsForInstalled(last.replace(/\.py$/, ""));
  }
  const [was, is] = [before[name], now[name]].map((value) => value?.split(" ")[0]);
  return was !== is && now[name]?.includes(" ") === true;
}
