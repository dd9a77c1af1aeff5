import { readAssignments } from "../../config/assignments.js";
import { readSettings } from "../../config/settings.js";
import { makePolicy, policyDefinition, policyDefinitions } from "../../decide/policies/policies.js";
import type { Policy } from "../../decide/policy.js";
import { UserError } from "../../lib/errors.js";

/** A policy with settings, under the name it has in tables. */
export interface Variant {
  readonly name: string;
  readonly policy: Policy;
  /** The value of the setting that is swept; null where none is. */
  readonly swept: string | null;
}

export interface VariantsAsked {
  readonly policies: readonly string[];
  readonly set: readonly string[];
  readonly sweep: string | undefined;
}

/** Every policy that is asked for, with each value of the setting that is swept. */
export function makeVariants({ policies, set, sweep }: VariantsAsked): readonly Variant[] {
  const definitions =
    policies.length === 0 ? policyDefinitions : policies.map((name) => policyDefinition(name, "--policy"));
  const values = sweep === undefined ? [null] : readSweep(sweep);
  return definitions.flatMap((definition) =>
    values.map((value): Variant => {
      const texts = value === null ? set : [...set, `${value.name}=${value.value}`];
      const patch = readSettings(readAssignments(texts), value === null ? "--set" : "--sweep");
      return {
        name: value === null ? definition.name : `${definition.name} ${value.value}`,
        policy: makePolicy(definition, patch),
        swept: value?.value ?? null,
      };
    }),
  );
}

interface SweptValue {
  readonly name: string;
  readonly value: string;
}

const range = /^(?<name>[\w.]+)=(?<from>-?[\d.]+)\.\.(?<to>-?[\d.]+)(?::(?<by>[\d.]+))?$/;
const list = /^(?<name>[\w.]+)=(?<values>[^,.]+(?:,[^,.]+)+)$/;
const mostValues = 50;

/** "stagnationLoops=2..6", "minScore=0..100:20", "unverified=review,refuse" */
export function readSweep(text: string): readonly SweptValue[] {
  const words = list.exec(text)?.groups;
  if (words) return (words["values"] ?? "").split(",").map((value) => ({ name: words["name"] ?? "", value }));
  const { name = "", from, to, by = "1" } = range.exec(text)?.groups ?? {};
  const [first, last, step] = [Number(from), Number(to), Number(by)];
  const count = Math.floor((last - first) / step + 1e-9) + 1;
  if (name === "" || !(step > 0) || !(count >= 1))
    throw new UserError({
      what: `--sweep is ${JSON.stringify(text)}`,
      where: "--sweep",
      fix: "for example --sweep stagnationLoops=2..6, minScore=0..100:20 or unverified=review,refuse",
    });
  if (count > mostValues)
    throw new UserError({
      what: `--sweep asks for ${count} values`,
      where: "--sweep",
      fix: `at most ${mostValues}: add a step, as in minScore=0..100:20`,
    });
  return Array.from({ length: count }, (_, at) => ({ name, value: String(Number((first + at * step).toFixed(6))) }));
}
