import { describeSettings, type Effective, effectiveSettings } from "../../config/describe.js";
import { configSchema } from "../../config/schema.js";
import { UserError } from "../../lib/errors.js";
import { unknownName } from "../../lib/json/place.js";
import { paint } from "../../report/terminal/paint.js";
import type { Command, Io } from "../command.js";
import { configFlags, readConfig } from "../flags/config-flags.js";
import { describeDayLimit, setDayLimit } from "../flags/day-limit-flag.js";

export const config: Command = {
  name: "config",
  findsProject: "flags",
  usage: "config [NAME] [options]",
  about:
    "Prints the value of each setting and where it comes from: flag, environment, project, user, policy or default, in this order. A star marks values that are not the default. With a name: that setting (or the settings below it), its type and its environment variable. The environment of checks is not shown.",
  flags: {
    json: { type: "boolean", help: "print JSON" },
    "max-cost-per-day": {
      type: "string",
      value: "USD",
      help: "the most that all your runs may cost per day, kept outside of every project; none takes it away",
    },
    schema: { type: "boolean", help: "print a JSON Schema of configuration files, for editors" },
    ...configFlags,
  },
  choices: describeSettings().map(({ name }) => name),
  examples: [
    "untildone config",
    "untildone config breaker --policy cub",
    "untildone config minScore --json",
    "untildone config --schema > untildone.schema.json",
    "untildone config --max-cost-per-day 20",
  ],
  async run(args, io) {
    const [name, ...more] = args.words;
    if (more.length > 0)
      throw new UserError({ what: "config takes one name", where: "untildone config", fix: "name one setting" });
    const perDay = args.text("max-cost-per-day");
    if (perDay !== undefined) return setDayLimit(perDay, io);
    if (args.flag("schema")) {
      io.out(`${JSON.stringify(configSchema(), null, 2)}\n`);
      return 0;
    }
    const found = readConfig(args, io);
    const settings = chosen(effectiveSettings(found), name);
    for (const warning of found.warnings) io.err(`warning: ${warning}\n`);
    io.out(args.flag("json") ? `${JSON.stringify(asJson(settings, found.warnings))}\n` : table(settings, name, io));
    if (name === undefined && !args.flag("json")) for (const line of describeDayLimit(io)) io.out(`${line}\n`);
    return 0;
  },
};

/** All settings, or those with this name or below it. */
function chosen(settings: readonly Effective[], name: string | undefined): readonly Effective[] {
  if (name === undefined) return settings;
  const found = settings.filter((setting) => setting.name === name || setting.name.startsWith(`${name}.`));
  if (found.length > 0) return found;
  const names = [...new Set(settings.flatMap((setting) => [setting.name, setting.name.replace(/\..*$/s, "")]))];
  throw unknownName("setting", name, { where: "untildone config", names, listedBy: "untildone config" });
}

const asJson = (settings: readonly Effective[], warnings: readonly string[]) => ({
  settings: Object.fromEntries(settings.map(({ name, value, origin }) => [name, { value, origin }])),
  warnings,
});

/** Longer values only widen their own row. */
const widest = 24;

function table(settings: readonly Effective[], selected: string | undefined, { colour }: Pick<Io, "colour">): string {
  const { bold, dim } = paint(colour);
  const rows = settings.map(({ name, value, origin }) => ({ name, value: formatValue(value), origin }));
  const names = Math.max(...rows.map(({ name }) => name.length));
  const values = Math.max(...rows.map(({ value }) => (value.length > widest ? 0 : value.length)));
  const lines = rows.map(({ name, value, origin }) => {
    const line = `${name.padEnd(names)}  ${value.padEnd(values)}`;
    return origin.from === "default"
      ? `  ${line}  ${dim("default")}`
      : `* ${bold(line)}  ${origin.from === "policy" ? origin.where : `${origin.from}: ${origin.where}`}`;
  });
  return `${[...lines, ...(selected === undefined ? [] : about(selected).map(dim))].join("\n")}\n`;
}

function about(selected: string): readonly string[] {
  return describeSettings()
    .filter(({ name }) => name === selected || name.startsWith(`${selected}.`))
    .flatMap(({ name, help, takes, variable }) => [
      "",
      `${name}: ${help}`,
      `  takes ${takes}`,
      `  variable ${variable}`,
    ]);
}

function formatValue(value: unknown): string {
  if (value === null) return "none";
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}
