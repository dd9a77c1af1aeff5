import { isRecord } from "../lib/json/is-record.js";
import { missing, wrong } from "../lib/json/place.js";
import { whole } from "./number-readers.js";
import { anySchema, argv, flag, known, name, type Reader, word } from "./readers.js";

/** A file that must be there. */
export interface WantedFileSetting {
  readonly path: string;
  readonly minBytes?: number;
  readonly contains?: string;
  readonly changed?: boolean;
}

/** As it stands in a configuration; what it means is the planner's. */
export const command: Reader<string | readonly string[]> = {
  takes: "a command, as a text or a list of words",
  schema: anySchema(name, argv),
  read(value, where) {
    if (name.accepts(value) || argv.accepts(value)) return value;
    throw wrong(value, where, this.takes);
  },
};

const wantedFields = known({ path: name, minBytes: whole({ least: 0 }), contains: word, changed: flag });

export const wantedFile: Reader<string | WantedFileSetting> = {
  takes: "a path, or an object with one",
  schema: { anyOf: [name.schema, { ...wantedFields.schema, required: ["path"] }] },
  read(value, where) {
    if (name.accepts(value)) return value;
    if (!isRecord(value)) throw wrong(value, where, this.takes);
    const { path, ...rest } = wantedFields.read(value, where);
    if (path === undefined) throw missing("path", where, name.takes);
    return { path, ...rest };
  },
};
