import { policyNames } from "../../decide/policies/policy-names.js";
import { mergePatches, type SettingsPatch } from "../../decide/settings.js";
import { errorMessage, formatUserError, isUserError, UserError } from "../../lib/errors.js";
import { readText, readTextStream } from "../../lib/files/files.js";
import { formatDecision } from "../../report/format-decision.js";
import { readSituation } from "../../run/situation/load.js";
import { decideSituation } from "../../run/situation/observe.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { parseSettings, policySetting, settingsFlags } from "../flags/settings-flags.js";

export const decide: Command = {
  name: "decide",
  usage: "decide SITUATION.json [options]",
  about:
    'Decides continue or exit from a JSON situation and prints the decision with every rule that abstained and why. Keeps no state and changes nothing. - reads stdin; JSON lines give one decision per line, in order.\n\nExit status: 0, or 2 if a situation could not be read: it is answered by {"error":{"what","where"}}, the others are decided.',
  flags: {
    json: { type: "boolean", help: "print JSON on a terminal too" },
    policy: {
      type: "string",
      value: "NAME",
      choices: policyNames,
      help: "decide by this policy, whatever the situation says",
    },
    ...settingsFlags,
  },
  examples: [
    `echo '{"output":"EXIT_SIGNAL: true","tasks":{"markdown":"- [x] a"}}' | untildone decide -`,
    "untildone decide situation.json --policy cub",
    "untildone decide - < situations.jsonl",
  ],
  async run(args, io) {
    const [file, ...more] = args.words;
    if (file === undefined || more.length > 0)
      throw new UserError({
        what: file === undefined ? "no situation was named" : "decide takes one situation",
        where: "untildone decide",
        fix: "name one JSON file, or - for standard input",
      });
    const text = file === "-" ? await readTextStream(io.stdin) : readText(file, io.cwd);
    const source = file === "-" ? "standard input" : file;
    const overrides = { settings: parseSettings(args, io), policy: args.text("policy") ?? policySetting(args) };
    const whole = parseJson(text);
    if (whole.ok || !looksLikeLines(text)) return (await answer(whole, { source, overrides, args, io })) ? 0 : 2;
    return decideLines(text, { source, overrides, args, io });
  },
};

interface DecideRequest {
  readonly source: string;
  readonly overrides: { readonly settings: SettingsPatch; readonly policy: string | undefined };
  readonly args: ParsedArgs;
  readonly io: Io;
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: errorMessage(error) };
  }
}

/** More than one line, and one of them is an object: then line n answers line n. */
function looksLikeLines(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.some((line) => parseJson(line).ok && line.trimStart().startsWith("{"));
}

async function decideLines(text: string, request: DecideRequest): Promise<number> {
  let code = 0;
  const lines = text.replace(/\n$/, "").split("\n");
  for (const [at, line] of lines.entries()) {
    const source = `${request.source}, line ${at + 1}`;
    const parsed: Parsed = line.trim() === "" ? { ok: false, message: "the line is empty" } : parseJson(line);
    if (!(await answer(parsed, { ...request, source }))) code = 2;
  }
  return code;
}

/** Prints a decision or an error for one situation. True if it could be decided. */
async function answer(parsed: Parsed, { source, overrides, args, io }: DecideRequest): Promise<boolean> {
  try {
    if (!parsed.ok)
      throw new UserError({
        what: `the situation is not JSON: ${parsed.message}`,
        where: source,
        fix: "see untildone decide --help for its form",
      });
    const read = await readSituation(parsed.value, io.cwd);
    const situation = {
      ...read,
      ...(overrides.policy ? { policy: overrides.policy } : {}),
      settings: mergePatches(read.settings, overrides.settings),
    };
    const { decision } = decideSituation(situation);
    io.out(io.isTerminal && !args.flag("json") ? formatDecision(decision, io.colour) : `${JSON.stringify(decision)}\n`);
    return true;
  } catch (error) {
    if (!isUserError(error)) throw error;
    const where = error.where === source ? source : `${source}, ${error.where}`;
    io.out(`${JSON.stringify({ error: { what: error.what, where } })}\n`);
    io.err(`${formatUserError(new UserError({ what: error.what, where, fix: error.fix }))}\n`);
    return false;
  }
}
