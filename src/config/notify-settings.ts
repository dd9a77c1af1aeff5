import { wrong } from "../lib/json/place.js";
import { command } from "./check-readers.js";
import { seconds } from "./number-readers.js";
import { choice, flag, known, listReader, name, orNull, type Reader } from "./readers.js";

/** When somebody is notified: at the end, when a person is needed, at a long wait. */
export const notifyMoments = ["end", "person", "wait"] as const;
export type NotifyMoment = (typeof notifyMoments)[number];

/** Who is told, and when. */
export interface NotifySettings {
  readonly command: string | readonly string[] | null;
  readonly webhook: string | null;
  /** The variable that holds the key of the signature. */
  readonly secretVariable: string | null;
  readonly ntfy: string | null;
  /** The variable that holds the access token of ntfy. */
  readonly tokenVariable: string | null;
  readonly bell: boolean;
  readonly osc9: boolean;
  readonly on: readonly NotifyMoment[];
  /** Seconds from which a wait is long. */
  readonly longWait: number;
}

export const notifyDefaults: NotifySettings = {
  command: null,
  webhook: null,
  secretVariable: null,
  ntfy: null,
  tokenVariable: null,
  bell: false,
  osc9: false,
  on: notifyMoments,
  longWait: 300,
};

const orNothing = <T>(reader: Reader<T>): Reader<T | null> => ({
  takes: `${reader.takes}, or null`,
  schema: { anyOf: [reader.schema, { type: "null" }] },
  read: (value, where) => (value === null ? null : reader.read(value, where)),
});

const address: Reader<string> = {
  takes: "an address that begins with http:// or https://",
  schema: { type: "string", pattern: "^https?://[^ ]+$" },
  read(value, where) {
    if (typeof value === "string" && /^https?:\/\/\S+$/.test(value) && URL.canParse(value)) return value;
    throw wrong(value, where, this.takes);
  },
};

export const notifyReader = known({
  command: orNothing(command),
  webhook: orNothing(address),
  secretVariable: orNull(name),
  ntfy: orNothing(address),
  tokenVariable: orNull(name),
  bell: flag,
  osc9: flag,
  on: listReader(choice(notifyMoments)),
  longWait: seconds,
});
