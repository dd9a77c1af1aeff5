import { defaultSettings } from "../decide/settings-table.js";
import { isRecord } from "../lib/json/is-record.js";
import { settingHelp } from "./help.js";
import { oldReaders } from "./old-spellings.js";
import { closed, type JsonSchema, type Reader } from "./readers.js";
import { runDefaults, runReaders } from "./run-settings.js";
import { seedGroups } from "./seed-groups.js";
import { groupReaders, settingReaders } from "./settings.js";

const defaults: Readonly<Record<string, unknown>> = { ...runDefaults, ...defaultSettings };

/** A JSON Schema (draft 2020-12) of configuration files, made from the readers that read them. */
export function configSchema(): JsonSchema {
  const ofRules = { ...described(settingReaders), ...oldNames(), ...groups() };
  const { byTaskKind: _, ...ofKind } = ofRules;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "untildone",
    description: "The configuration of untildone: .ralph/config.yaml, .ralph/config.json, or untildone in package.json",
    type: "object",
    properties: { $schema: { type: "string" }, ...described(runReaders), ...references(ofRules) },
    additionalProperties: false,
    $defs: {
      settings: { type: "object", properties: ofRules, additionalProperties: false },
      settingsOfKind: { type: "object", properties: references(ofKind), additionalProperties: false },
    },
  };
}

function described(readers: Readonly<Record<string, Reader<unknown>>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(readers).map(([name, { schema }]) => [
      name,
      { description: settingHelp(name), ...withHelp(name, schema), default: defaults[name] },
    ]),
  );
}

/** The parts of a setting are described too: editors show it where the part is typed. */
function withHelp(name: string, schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (!isRecord(properties)) return schema;
  const parts = Object.entries(properties).map(([key, held]) => [
    key,
    { description: settingHelp(`${name}.${key}`), ...(isRecord(held) ? held : {}) },
  ]);
  return { ...schema, properties: Object.fromEntries(parts) };
}

/** Editors strike them through. */
const oldNames = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(oldReaders).map(([name, { schema }]) => [
      name,
      { description: "an old name, still read", ...schema, deprecated: true },
    ]),
  );

function groups(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.keys(seedGroups).map((group) => [
      group,
      { description: "settings in the spelling of the document they come from", ...closed(groupReaders(group)) },
    ]),
  );
}

const references = (of: Readonly<Record<string, unknown>>): Record<string, JsonSchema> =>
  Object.fromEntries(Object.keys(of).map((name) => [name, { $ref: `#/$defs/settings/properties/${name}` }]));
