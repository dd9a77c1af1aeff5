import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { expandMembers, type Members, maxWorkspaces } from "./members.js";
import type { PackageManager } from "./package-manager.js";
import type { FoundNote, Project } from "./project.js";

export interface JsWorkspaces {
  readonly members: Members;
  readonly notes: readonly FoundNote[];
}

/** The workspaces that package.json or pnpm-workspace.yaml name. */
export function findJsWorkspaces(project: Project, manager: PackageManager): JsWorkspaces {
  const patterns =
    manager === "pnpm" ? readPnpm(project.text("pnpm-workspace.yaml")) : readPackage(project.text("package.json"));
  const members = expandMembers(project, patterns, "package.json");
  return { members, notes: members.isCut ? [tooMany] : [] };
}

export const tooMany: FoundNote = {
  note: `the project has more than ${maxWorkspaces} workspaces: the others are not checked; name a command for all of them with --check`,
};

function readPackage(text: string | null): readonly string[] {
  const value = tryParseJson(text ?? "{}");
  const given = isRecord(value) ? value["workspaces"] : undefined;
  return texts(isRecord(given) ? given["packages"] : given);
}

/** Its list "packages", in lines or in brackets: a parser for all of YAML would take longer than all the rest. */
function readPnpm(text: string | null): readonly string[] {
  const lines = (text ?? "").split(/\r?\n/).map((line) => line.replace(/(?:^|\s)#.*$/, ""));
  const start = lines.findIndex((line) => /^["']?packages["']?\s*:/.test(line));
  if (start < 0) return [];
  const end = lines.findIndex((line, at) => at > start && /^[^\s\-\]]/.test(line));
  const body = lines.slice(start, end < 0 ? lines.length : end).join("\n");
  const inBrackets = /^[^\n]*?:\s*\[([^\]]*)\]/.exec(body)?.[1];
  const items =
    inBrackets === undefined
      ? [...body.matchAll(/^\s*-\s+(.+)$/gm)].map((found) => found[1] ?? "")
      : inBrackets.split(",");
  return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, "$2")).filter((item) => item !== "");
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];
