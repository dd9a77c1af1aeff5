import { UserError } from "../base/errors.js";
import { suggest } from "../base/nearest.js";
import type { Flag, ParsedArgs } from "./command.js";

const switches: readonly string[] = ["bell", "osc9"];
const targets: readonly string[] = ["webhook", "ntfy", "command"];

export const notifyFlags = {
  notify: {
    type: "string",
    value: "HOW",
    choices: [...switches, ...targets.map((target) => `${target}=`)],
    multiple: true,
    help: "tell you when the run ends, needs you or waits long: bell, osc9, ntfy=URL, webhook=URL or command=WORDS (repeatable)",
  },
} as const satisfies Record<string, Flag>;

/** The flag as settings, `NAME=VALUE`. */
export const readNotifyFlags = (args: ParsedArgs): readonly string[] => args.texts("notify").map(toSetting);

function toSetting(text: string): string {
  const at = text.indexOf("=");
  const how = at < 0 ? text : text.slice(0, at);
  if (at < 0 && switches.includes(how)) return `notify.${how}=true`;
  if (at > 0 && targets.includes(how)) return `notify.${how}=${JSON.stringify(text.slice(at + 1))}`;
  throw new UserError({
    what: `--notify is ${JSON.stringify(text)}`,
    where: "--notify",
    fix: targets.includes(how) ? `give --notify ${how}=…` : suggest(how, [...switches, ...targets]),
  });
}
