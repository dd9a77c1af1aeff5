import type { RunnerSlot } from "./line-dispatcher.js";
import type { OutputReading } from "./reading.js";
import type { Runner } from "./runner.js";

/**
 * A runner that includes another's output takes precedence. Until it has finished, failures in the included output
 * still count; if it names no failing test, those of the included output are used.
 */
export function uncontained(slots: readonly RunnerSlot[]): readonly OutputReading[] {
  const found = slots.flatMap(({ runner, ledger }) => {
    const reading = ledger.reading();
    return reading ? [{ runner, reading }] : [];
  });
  const outer = new Map(found.flatMap(({ runner, reading }) => (runner.contains ?? []).map((name) => [name, reading])));
  return found.flatMap(({ runner, reading }) => {
    if (yieldsTo(found, { runner, reading })) return [];
    const around = outer.get(runner.name);
    const counts = around === undefined || (around.state === "unfinished" && reading.state === "failed");
    return counts ? [named(reading, runner, found)] : [];
  });
}

/** Counts of an unknown runner usually repeat those of a known one. */
function yieldsTo(found: readonly RunnerResult[], { runner, reading }: RunnerResult): boolean {
  if (runner.yields === undefined) return false;
  const others = found.filter((other) => other.runner !== runner && other.runner.yields !== "always");
  const results = others.map((other) => other.reading.state);
  const isWorse = runner.yields === "unless it failed" && reading.state === "failed";
  return results.includes("failed") || (results.includes("passed") && !isWorse);
}

function named(reading: OutputReading, { contains = [] }: Runner, found: readonly RunnerResult[]): OutputReading {
  if (reading.failures.length > 0 || contains.length === 0) return reading;
  const shown = found.filter(({ runner }) => contains.includes(runner.name));
  return { ...reading, failures: shown.flatMap(({ reading: { failures } }) => failures) };
}

interface RunnerResult {
  readonly runner: Runner;
  readonly reading: OutputReading;
}
