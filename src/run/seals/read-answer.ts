import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import type { Requirement } from "./seal.js";

const mostRequirements = 20;

/** What an author wrote down of its checks, or in words why that cannot be used. */
export function readRequirements(json: string | null): readonly Requirement[] | string {
  if (json === null) return "there is no requirements.json";
  const value = tryParseJson(json);
  const list = isRecord(value) ? value["requirements"] : value;
  if (!Array.isArray(list) || list.length === 0) return "requirements.json holds no list of requirements";
  if (list.length > mostRequirements)
    return `there are ${list.length} requirements, and at most ${mostRequirements} are taken`;
  const read = list.map(readOne);
  const wrong = read.indexOf(null);
  if (wrong >= 0)
    return `requirement ${wrong + 1} needs id, text, test, reason ("missing" or "differs") and seam {file, name}`;
  const requirements = read.flatMap((each) => each ?? []);
  const ids = new Set(requirements.map(({ id }) => id));
  return ids.size === requirements.length ? requirements : "two requirements have the same id";
}

function readOne(value: unknown): Requirement | null {
  if (!isRecord(value) || !isRecord(value["seam"])) return null;
  const { id, text, test, reason, seam } = value;
  const { file, name } = seam;
  const texts = [id, text, test, file, name];
  if (!texts.every((each): each is string => typeof each === "string" && each.trim() !== "")) return null;
  if (reason !== "missing" && reason !== "differs") return null;
  const [i = "", t = "", title = "", f = "", n = ""] = texts;
  if (f.startsWith("/") || f.split("/").includes("..")) return null;
  return { id: i, text: t, test: title, reason, seam: { file: f.replace(/^\.\//, ""), name: n } };
}
