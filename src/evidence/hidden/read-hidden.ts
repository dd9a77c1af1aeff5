import { flag, name, words } from "../../config/readers.js";
import { UserError } from "../../lib/errors.js";
import { wrong } from "../../lib/json/place.js";
import type { HiddenFiles } from "../plan.js";

/** What a check says of files that are kept from the agent. */
export const hiddenFields = ["hidden", "files", "requirement", "titles"] as const;

/** Nothing where the check is not hidden. Refuses in words what could hide nothing, or too much. */
export function readHidden(entry: Record<string, unknown>, where: string): { readonly hidden?: HiddenFiles } {
  const at = (key: string) => ({ root: where, keys: [key] });
  const isHidden = entry["hidden"] !== undefined && flag.read(entry["hidden"], at("hidden"));
  if (!isHidden) {
    const extra = hiddenFields.find((key) => key !== "hidden" && entry[key] !== undefined);
    if (extra !== undefined)
      throw new UserError({
        what: `${extra} says something of a hidden check, and this one is not hidden`,
        where: `${where}.${extra}`,
        fix: "add hidden: true, or take it out",
      });
    return {};
  }
  if (entry["files"] === undefined || (Array.isArray(entry["files"]) && entry["files"].length === 0))
    throw wrong(entry["files"] ?? null, `${where}.files`, "the files to hide, such as acceptance/**");
  const files = words.read(entry["files"], at("files"));
  for (const glob of files) refuseGlob(glob, `${where}.files`);
  return {
    hidden: {
      files: files.map((glob) => glob.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "/**")),
      requirement: entry["requirement"] === undefined ? null : name.read(entry["requirement"], at("requirement")),
      titles: entry["titles"] !== undefined && flag.read(entry["titles"], at("titles")),
    },
  };
}

function refuseGlob(glob: string, where: string): void {
  const why = /^(?:\/|[A-Za-z]:)/.test(glob)
    ? "is no path from the project's folder"
    : glob.split("/").includes("..")
      ? "leads out of the project"
      : /^(?:\.\/)*[*.]*\/?(?:\*+\/?)*$/.test(glob)
        ? "would hide the whole project"
        : null;
  if (why !== null)
    throw new UserError({
      what: `${JSON.stringify(glob)} ${why}`,
      where,
      fix: "name the files of the check, such as acceptance/**",
    });
}
