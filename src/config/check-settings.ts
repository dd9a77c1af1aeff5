import { isRecord } from "../lib/json/is-record.js";
import { missing, type SettingPlace, within, wrong } from "../lib/json/place.js";
import { ownCheckNames } from "./check-names.js";
import { command, type WantedFileSetting, wantedFile } from "./check-readers.js";
import { seconds } from "./number-readers.js";
import { anySchema, argv, choice, flag, known, listReader, name, type Reader, record, word, words } from "./readers.js";

/**
 * A check, and how it counts: a command of the user's, or one of our own by its name, with what that one takes. False
 * turns off one that would be made unasked.
 */
export type CheckSetting = boolean | CheckFields;

export interface CheckFields {
  readonly command?: string | readonly string[];
  readonly required?: boolean;
  /** At a claim of completion (and when no work is left), after every iteration, or once at the end. */
  readonly when?: "claim" | "always" | "end";
  /** Seconds. */
  readonly timeout?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly parallel?: boolean;
  /** It may use the network, where checks run in a sandbox. */
  readonly network?: boolean;
  /** Whether its output is that of tests; by its name and words where nobody says. */
  readonly reads?: "tests" | "status";
  /** What a judge is asked. */
  readonly question?: string;
  /** Files that must be there (artifacts), or those of a hidden check. */
  readonly files?: readonly (string | WantedFileSetting)[];
  /** Its files are kept from the agent. */
  readonly hidden?: boolean;
  /** What the agent is told of a hidden check that does not hold. */
  readonly requirement?: string;
  /** It may also be told the titles of failing hidden tests. */
  readonly titles?: boolean;
  /** What is no veto of honest-tests, and files of which every edit is one. */
  readonly allow?: readonly string[];
  readonly protect?: readonly string[];
}

const checkFields = known({
  command,
  required: flag,
  when: choice(["claim", "always", "end"]),
  timeout: seconds,
  env: record(word),
  parallel: flag,
  network: flag,
  reads: choice(["tests", "status"]),
  question: word,
  files: listReader(wantedFile),
  hidden: flag,
  requirement: name,
  titles: flag,
  allow: words,
  protect: words,
  install: command,
});

const ownCheck: Reader<CheckSetting | null> = {
  takes: `true or false, a list of files, or ${checkFields.takes}, or null to take it back`,
  schema: { anyOf: [flag.schema, listReader(wantedFile).schema, checkFields.schema, { type: "null" }] },
  read(value, where) {
    if (value === null || flag.accepts(value)) return value;
    if (Array.isArray(value)) return { files: listReader(wantedFile).read(value, where) };
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    return checkFields.read(value, where);
  },
};

const namedCheck: Reader<CheckSetting | null> = {
  takes: `a command, as a text or a list of words, or ${checkFields.takes}, false to leave it out, or null to take it back`,
  schema: {
    anyOf: [...anySchema(name, argv).anyOf, { ...checkFields.schema, required: ["command"] }, { enum: [false, null] }],
  },
  read(value, where) {
    if (value === null || value === false) return value;
    if (name.accepts(value) || argv.accepts(value)) return { command: value };
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    const fields = checkFields.read(value, where);
    if (fields.command === undefined && !mayBeFound(where)) throw missing("command", where, command.takes);
    return fields;
  },
};

/** A check of the project's own may be found by its name: then its command need not be given. */
const foundNames = /^(?:tests|build|lint)\b/;

const mayBeFound = ({ keys }: SettingPlace): boolean => foundNames.test(String(keys.at(-1)));

export const checks: Reader<Record<string, CheckSetting | null>> = {
  takes: "an object of names, each with a command",
  schema: {
    type: "object",
    properties: Object.fromEntries(ownCheckNames.map((own) => [own, ownCheck.schema])),
    patternProperties: {
      [foundNames.source]: { anyOf: [...anySchema(name, argv).anyOf, checkFields.schema, { enum: [false, null] }] },
    },
    additionalProperties: namedCheck.schema,
  },
  read(given, where) {
    if (!isRecord(given)) throw wrong(given, where, this.takes);
    const read = (key: string): Reader<CheckSetting | null> =>
      ownCheckNames.some((own) => own === key) ? ownCheck : namedCheck;
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => [key, read(key).read(value, within(where, key))]),
    );
  },
};
