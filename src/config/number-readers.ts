import { wrong } from "../lib/json/place.js";
import { accepting, type Reader, type SimpleReader } from "./readers.js";

export function amount(bounds: Bounds): SimpleReader<number> {
  const { least, most } = bounds;
  const schema = { type: "number", minimum: least, ...(most === undefined ? {} : { maximum: most }) };
  return accepting(inWords("a number", bounds), schema, (value): value is number => isWithin(value, bounds));
}

export function whole(bounds: Bounds): SimpleReader<number> {
  const { least, most = Number.MAX_SAFE_INTEGER } = bounds;
  return accepting(
    inWords("a whole number", bounds),
    { type: "integer", minimum: least, maximum: most },
    (value): value is number => Number.isSafeInteger(value) && isWithin(value, bounds),
  );
}

interface Bounds {
  readonly least: number;
  readonly most?: number;
}

const inWords = (kind: string, { least, most }: Bounds): string =>
  most === undefined ? `${kind} of ${least} or more` : `${kind} from ${least} to ${most}`;

const isWithin = (value: unknown, { least, most = Infinity }: Bounds): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= least && value <= most;

/** A number above zero: of seconds, say. */
const positive: SimpleReader<number> = accepting(
  "a number above 0",
  { type: "number", exclusiveMinimum: 0 },
  (value): value is number => isWithin(value, { least: 0 }) && value > 0,
);

/** A time: a number of seconds above zero, or "90s", "10m", "2h". */
export const seconds: Reader<number> = {
  takes: "a number of seconds above 0, or a time such as 90s, 10m or 2h",
  schema: {
    anyOf: [
      { type: "number", exclusiveMinimum: 0 },
      { type: "string", pattern: "^[1-9][0-9]{0,6}[smh]$" },
    ],
  },
  read(value, where) {
    if (positive.accepts(value)) return value;
    const [, count = "", unit = ""] = typeof value === "string" ? (/^([1-9]\d{0,6})([smh])$/.exec(value) ?? []) : [];
    if (count === "") throw wrong(value, where, this.takes);
    return Number(count) * (units[unit] ?? 1);
  },
};

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
