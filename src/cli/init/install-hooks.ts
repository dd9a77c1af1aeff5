import { isRecord } from "../../lib/json/is-record.js";
import { type JsoncStep, JsoncText } from "../../lib/json/jsonc/entries.js";
import { atEnd } from "../../lib/json/jsonc/insert.js";
import { type AgentHooks, hookCommand, isOwnHook } from "./agent-hooks.js";
import type { EditPlan } from "./edit-plan.js";
import { addSetting, refuseBroken, removeSettings } from "./json-settings.js";
import type { OwnProgram } from "./own-program.js";

/** Adds the hooks of an agent that are missing. One that is there stays, whatever it says. */
export function installHooks(plan: EditPlan, hooks: AgentHooks, program: OwnProgram): void {
  const { file, extras, label } = hooks;
  const command = hookCommand(hooks, program);
  const missing = Object.entries(hooks.events).filter(([event]) => !hasHook(plan.read(file), hooks, event));
  if (missing.length === 0) plan.keep(file, `the hooks for ${label} already exist`);
  for (const [event, seconds] of missing) {
    const setting = { file, extras, path: ["hooks", event, atEnd], value: hooks.entry(command, seconds) };
    addSetting(plan, setting, `hooks for ${label}: ${command}`);
  }
}

function hasHook(text: string | null, hooks: AgentHooks, event: string): boolean {
  if (text === null) return false;
  refuseBroken(text, hooks.file);
  return findHooks(new JsoncText(text), { ...hooks, events: { [event]: 0 } }).length > 0;
}

/** Takes out the hooks of an agent; false if there are none. */
export const removeHooks = (plan: EditPlan, hooks: AgentHooks): boolean =>
  removeSettings(
    plan,
    { file: hooks.file, extras: hooks.extras, find: (document) => findHooks(document, hooks) },
    `hooks for ${hooks.label}`,
  );

/** The paths to our hooks: whole groups where all in them is ours. */
function findHooks(document: JsoncText, { agent, events }: AgentHooks): readonly (readonly JsoncStep[])[] {
  return Object.keys(events).flatMap((event) => {
    const entries = document.value(["hooks", event]);
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry: unknown, at) =>
      findInEntry(entry, agent).map((way) => ["hooks", event, at, ...way]),
    );
  });
}

function findInEntry(entry: unknown, agent: string): readonly (readonly JsoncStep[])[] {
  if (isOwnHook(entry, agent)) return [[]];
  const inner: unknown = isRecord(entry) ? entry["hooks"] : undefined;
  if (!Array.isArray(inner)) return [];
  const own = inner.flatMap((hook: unknown, at) => (isOwnHook(hook, agent) ? [at] : []));
  return own.length > 0 && own.length === inner.length ? [[]] : own.map((at) => ["hooks", at]);
}
