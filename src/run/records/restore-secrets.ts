import type { SavedSources } from "../../config/load.js";
import { UserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { masked } from "../../lib/secrets/secret-shapes.js";
import { learnSecrets, maskValue, unsealJson } from "../../lib/secrets/secrets.js";
import type { RunRecord } from "./run-record.js";

/**
 * Puts secrets back into what a run was started with, from the configuration as it is now: only where it is the same
 * but for what is masked.
 */
export function restoreSecrets(record: RunRecord, now: SavedSources["given"]): RunRecord {
  for (const { value } of now) if (isRecord(value) && isRecord(value["env"])) learnSecrets(value["env"] as never);
  const { baseline, ...terms } = record;
  const known: Omit<RunRecord, "baseline"> = JSON.parse(unsealJson(JSON.stringify(terms)));
  const given = known.sources.given.map((then) =>
    hasMask(then) ? (now.find((each) => isSame(each, then)) ?? then) : then,
  );
  return { ...known, baseline, sources: { ...known.sources, given } };
}

const isSame = (now: unknown, then: unknown): boolean => JSON.stringify(maskValue(now)) === JSON.stringify(then);

/** Whether a part of it was not saved because it was a secret. */
export const hasMask = (value: unknown): boolean => {
  const json = JSON.stringify(value) ?? "";
  return json.includes(masked) || json.includes("[masked:");
};

/** A secret that was not saved has to be named again. */
export function refuseMasked(flags: Readonly<Record<string, unknown>>, { given }: SavedSources): void {
  const flag = Object.keys(flags).find((name) => hasMask(flags[name]));
  const setting = given.find(hasMask);
  if (flag === undefined && setting === undefined) return;
  const what = flag === undefined ? `the setting ${setting?.name}` : `--${flag}`;
  throw new UserError({
    what: `the run cannot be resumed: ${what} holds a secret, which was not saved`,
    where: "untildone run --resume",
    fix: flag === undefined ? "set it as it was at the start" : `name it again: untildone run --resume --${flag} …`,
  });
}
