import type { Settings } from "../decide/settings.js";
import { isKnownReader, known, type Reader } from "./readers.js";

/** The seeds' own spellings, each a group of settings in snake case. */
export const seedGroups: Readonly<Record<string, Readonly<Record<string, keyof Settings>>>> = {
  exit_decision: {
    min_confidence: "minConfidence",
    min_completion: "minCompletion",
    max_errors: "maxErrors",
    stagnation_loops: "stagnationLoops",
  },
  exit_gate: {
    enabled: "gateEnabled",
    indicator_threshold: "indicatorThreshold",
    require_explicit_signal: "requireExplicitSignal",
    evidence_checks: "evidenceChecks",
    patterns: "patterns",
  },
};

/** The same reader for an object whose keys are spelled as the seeds spell them. */
export function inSnakeCase(reader: Reader<unknown>): Reader<unknown> {
  if (!isKnownReader(reader)) return reader;
  const spelled = known(Object.fromEntries(Object.entries(reader.of).map(([key, held]) => [snakeCase(key), held])));
  return {
    ...spelled,
    read: (value, where) =>
      Object.fromEntries(Object.entries(spelled.read(value, where)).map(([key, held]) => [camelCase(key), held])),
  };
}

export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll(".", "_");

export const camelCase = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
