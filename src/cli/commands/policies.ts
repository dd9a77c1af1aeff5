import type { PolicyDefinition } from "../../decide/policies/definition.js";
import { policyDefinition, policyDefinitions } from "../../decide/policies/policies.js";
import { type Settings, withSettings } from "../../decide/settings.js";
import { defaultSettings } from "../../decide/settings-table.js";
import { UserError } from "../../lib/errors.js";
import { paint } from "../../report/terminal/paint.js";
import type { Command } from "../command.js";

export const policies: Command = {
  name: "policies",
  usage: "policies [NAME] [options]",
  about:
    "Lists the policies. With a name: its rules in order, the settings each rule uses with their values, and where the policy comes from.",
  flags: { json: { type: "boolean", help: "print JSON" } },
  choices: policyDefinitions.map(({ name }) => name),
  examples: ["untildone policies", "untildone policies standard", "untildone policies cub --json"],
  async run(args, io) {
    const [name, ...more] = args.words;
    if (more.length > 0)
      throw new UserError({ what: "policies takes one name", where: "untildone policies", fix: "name one policy" });
    if (name === undefined)
      io.out(args.flag("json") ? `${JSON.stringify(policyDefinitions.map(brief))}\n` : list(io.colour));
    else {
      const detail = collectDetail(policyDefinition(name, "untildone policies"));
      io.out(args.flag("json") ? `${JSON.stringify(detail)}\n` : formatDetail(detail, io.colour));
    }
    return 0;
  },
};

const brief = ({ name, summary }: PolicyDefinition): { name: string; summary: string } => ({ name, summary });

function list(colour: boolean): string {
  const { bold } = paint(colour);
  const width = Math.max(...policyDefinitions.map(({ name }) => name.length));
  return policyDefinitions.map(({ name, summary }) => `${bold(name.padEnd(width))}  ${summary}\n`).join("");
}

type Detail = ReturnType<typeof collectDetail>;

function collectDetail(definition: PolicyDefinition) {
  const settings = withSettings(defaultSettings, definition.settings);
  return {
    ...brief(definition),
    rules: definition.steps.map(({ rule, from }, at) => ({
      order: at + 1,
      rule: rule.name,
      summary: rule.summary,
      from,
      beforeTurn: rule.asks === "any-time",
      thresholds: Object.fromEntries(rule.uses.map((name) => [name, settings[name]])),
    })),
    otherwise: "continue; after a usage limit, continue with a wait",
    settings: definition.settings,
  };
}

function formatDetail(detail: Detail, colour: boolean): string {
  const { bold, dim } = paint(colour);
  const lines = [`${bold(detail.name)}: ${detail.summary}`, ""];
  for (const { order, rule, summary, from, thresholds } of detail.rules) {
    lines.push(`${String(order).padStart(2)}. ${bold(rule)}  ${summary}`);
    const values = Object.entries(thresholds)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => formatValue(name, value));
    if (values.length > 0) lines.push(`    ${values.join(", ")}`);
    lines.push(dim(`    from: ${from}`));
  }
  lines.push(`    otherwise: ${detail.otherwise}`);
  return `${lines.join("\n")}\n`;
}

function formatValue(name: string, value: Settings[keyof Settings]): string {
  if (Array.isArray(value)) return `${name} ${value.length === 0 ? "none" : value.join(" | ")}`;
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .map(([key, inner]) => `${name}.${key} ${String(inner)}`)
      .join(", ");
  return `${name} ${String(value)}`;
}
