import type { Transcript } from "../../decide/transcript.js";
import type { ReadSignal } from "./read-signals.js";

const testCommand =
  /\b(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?test|npx\s+(?:vitest|jest|mocha|ava|playwright)|vitest|jest|pytest|python3?\s+-m\s+(?:pytest|unittest)|go\s+test|cargo\s+(?:nextest|test)|mvn\s+\S*\s*(?:test|verify)|gradlew?\s+test|rspec|phpunit|make\s+(?:test|check)|bats|tox|dotnet\s+test|ctest|mix\s+test|swift\s+test)\b/;

/** An iteration that only ran tests: judged by its commands and edits, or by its own status if we cannot see them. */
export function isTestOnly({ commands, edits }: Transcript, read: readonly ReadSignal[]): boolean {
  if (commands.length > 0 || edits > 0) return edits === 0 && commands.every((command) => testCommand.test(command));
  const fields = read.findLast(({ signal }) => signal.trusted)?.found.fields;
  return /^test(?:ing|_only)\b/i.test(fields?.["WORK_TYPE"] ?? "") && /^0\b/.test(fields?.["FILES_MODIFIED"] ?? "");
}
