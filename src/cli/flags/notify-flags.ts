import { notifyReader } from "../../config/notify-settings.js";
import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";
import type { Flag, ParsedArgs } from "../command.js";

const switches: readonly string[] = ["bell", "osc9"];
const targets = ["webhook", "ntfy", "command"] as const;
type Target = (typeof targets)[number];

const isTarget = (how: string): how is Target => targets.some((target) => target === how);

/** A mistake is said with the flag that was typed, not with the setting behind it. */
const readTarget = (how: Target, value: string): unknown =>
  notifyReader.of[how]?.read(value, { root: "--notify", keys: [how] });

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
  if (at > 0 && at < text.length - 1 && isTarget(how))
    return `notify.${how}=${JSON.stringify(readTarget(how, text.slice(at + 1)))}`;
  throw new UserError({
    what: `--notify is ${JSON.stringify(text)}`,
    where: "--notify",
    fix: isTarget(how) ? `give --notify ${how}=…` : suggest(how, [...switches, ...targets]),
  });
}
