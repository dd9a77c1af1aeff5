import { UserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { lineAt } from "../../lib/json/json-text.js";
import { type JsoncStep, JsoncText } from "../../lib/json/jsonc/entries.js";
import { atEnd, insertValue } from "../../lib/json/jsonc/insert.js";
import { parseJsonc } from "../../lib/json/jsonc/parse.js";
import { removeValue } from "../../lib/json/jsonc/remove.js";
import type { EditPlan } from "./edit-plan.js";

/** A value of ours in a JSON file of an agent, at a path of keys; the last step may be the end of a list. */
export interface JsonSetting {
  readonly file: string;
  readonly path: readonly string[];
  readonly value: unknown;
  /** What else a new file holds, after it. */
  readonly extras: Readonly<Record<string, unknown>>;
}

/** The values of a file, with the paths to what is ours in them. */
export type FindOwn = (document: JsoncText) => readonly (readonly JsoncStep[])[];

/** Adds a setting to a file that may not exist yet. */
export function addSetting(plan: EditPlan, { file, path, value, extras }: JsonSetting, about: string): void {
  const text = plan.read(file);
  if (text === null) {
    plan.write(file, writeNew(path, value, extras), about);
    return;
  }
  refuseBroken(text, file);
  refuseOtherKinds(text, { file, path });
  plan.write(file, insertValue(text, path, value), about);
}

/** The extras come last: this tells a file of ours from one that held them before. */
function writeNew(path: readonly string[], value: unknown, extras: JsonSetting["extras"]): string {
  const held = path.reduceRight<unknown>((inner, step) => (step === atEnd ? [inner] : { [step]: inner }), value);
  return format({ ...(isRecord(held) ? held : {}), ...extras });
}

const format = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Takes out what is ours, and the file with it if it holds nothing else and is laid out as we do it. */
export function removeSettings(
  plan: EditPlan,
  { file, extras, find }: Pick<JsonSetting, "file" | "extras"> & { readonly find: FindOwn },
  about: string,
): boolean {
  const text = plan.read(file);
  // A file that does not speak of us may be as broken as it likes.
  if (text === null || !/untildone|cli\.cjs/.test(text)) return false;
  refuseBroken(text, file);
  let rest = text;
  const isOurs = isOurLayout(text, extras);
  for (let own = find(new JsoncText(rest)).at(-1); own; own = find(new JsoncText(rest)).at(-1))
    rest = removeValue(rest, own);
  if (rest === text) return false;
  plan.write(file, isOurs && isLeftover(rest, extras) ? null : rest, about);
  return true;
}

/** As `writeNew` does it. A file that held the extras before has them before our setting. */
function isOurLayout(text: string, extras: JsonSetting["extras"]): boolean {
  const value = new JsoncText(text).value([]);
  const names = Object.keys(extras);
  const last = Object.keys(value ?? {}).slice(names.length === 0 ? Number.POSITIVE_INFINITY : -names.length);
  return text === format(value) && last.join() === names.join();
}

/** Nothing but what a new file holds beside our setting. */
const isLeftover = (text: string, extras: JsonSetting["extras"]): boolean =>
  JSON.stringify(new JsoncText(text).value([])) === JSON.stringify(extras);

export function refuseBroken(text: string, file: string): void {
  const parsed = parseJsonc(text);
  if (!parsed.ok)
    throw new UserError({
      what: `this is not JSON: ${parsed.message}`,
      where: `${file}, line ${parsed.line}`,
      fix: "fix the JSON there, or remove the file; nothing was written",
    });
  if (!isRecord(parsed.value))
    throw new UserError({
      what: "the settings are not an object",
      where: `${file}, line 1`,
      fix: "write { } around them, or remove the file; nothing was written",
    });
}

/** Something else stands where our objects and lists must be. */
function refuseOtherKinds(text: string, { file, path }: Pick<JsonSetting, "file" | "path">): void {
  const document = new JsoncText(text);
  for (let depth = 1; depth < path.length; depth++) {
    const way = path.slice(0, depth);
    const start = document.startOf(way);
    if (start === undefined) return;
    const wanted = path[depth] === atEnd ? "list" : "object";
    if (document.container(way)?.kind !== wanted)
      throw new UserError({
        what: `${way.join(".")} is not ${wanted === "list" ? "a list" : "an object"}`,
        where: `${file}, line ${lineAt(text, start)}`,
        fix: "fix it, or remove it; nothing was written",
      });
  }
}
