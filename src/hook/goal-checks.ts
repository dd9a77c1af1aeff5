import { ownCheckNames } from "../config/check-names.js";
import type { CheckSetting } from "../config/check-settings.js";
import { uncheckedGoal } from "../decide/rules/session-unchecked.js";
import { UserError } from "../lib/errors.js";

/** A name in small letters: `CI=1 npm test` is a command. */
const named = /^([a-z][a-z0-9_-]*)=(.*)$/s;

/** The checks of a goal: `npm test`, or `tests=npm test` with a name. */
export function readGoalChecks(texts: readonly string[]): Readonly<Record<string, CheckSetting>> {
  const checks = new Map<string, CheckSetting>();
  for (const [at, text] of texts.entries()) {
    const [, name = at === 0 ? "goal-check" : `goal-check-${at + 1}`, command = text] = named.exec(text) ?? [];
    if (command.trim() === "") throw refuse(`the check ${JSON.stringify(text)} has no command`, `${name}="npm test"`);
    if (checks.has(name)) throw refuse(`two checks are called ${name}`, `${name}-2="${command}"`);
    if (isReserved(name)) throw refuse(`${name} is a check of untildone's own`, `my-${name}="${command}"`);
    checks.set(name, { command, required: true });
  }
  return Object.fromEntries(checks);
}

const isReserved = (name: string): boolean =>
  name === uncheckedGoal || name === "judge" || ownCheckNames.some((own) => own === name);

const refuse = (what: string, example: string): UserError =>
  new UserError({ what, where: "--check", fix: `give a command, or a name and a command: --check ${example}` });
