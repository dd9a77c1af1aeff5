import { formats } from "../../agents/transcripts/choose.js";
import type { Transcript } from "../../decide/transcript.js";
import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import type { Flag } from "../command.js";

export const formatFlag: Flag = {
  type: "string",
  value: "NAME",
  choices: ["auto", ...formats],
  help: `read as ${formats.join(", ")} (default: by content)`,
};

export function parseFormat(name: string | undefined): Transcript["format"] | "auto" {
  if (name === undefined || name === "auto") return "auto";
  const found = formats.find((format) => format === name);
  if (found) return found;
  throw new UserError({
    what: `unknown format ${JSON.stringify(name)}`,
    where: "--format",
    fix: suggest(name, ["auto", ...formats]),
  });
}
