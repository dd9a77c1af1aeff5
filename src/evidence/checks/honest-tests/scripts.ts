import { isPlaceholder } from "../../cannot-fail.js";
import { readScripts } from "../../find/scripts.js";
import type { CheckPlan } from "../../plan.js";
import { asksToChangeTests } from "../../proof/original-tests/asked-changes.js";
import { namesSubject } from "../../proof/test-owner.js";
import { looksLikeTests } from "../tests/looks-like-tests.js";
import type { TextChange } from "./compare-tests.js";
import type { Suspicion } from "./suspicion.js";
import { weakenings } from "./weak-lines.js";

/** Scripts of package.json that the checks run, then and now. */
export function compareScripts(
  changes: readonly TextChange[],
  plans: readonly CheckPlan[],
  task = "",
): readonly Suspicion[] {
  return changes
    .filter(({ oldPath }) => /(?:^|\/)package\.json$/.test(oldPath))
    .flatMap(({ path, old, now }) => {
      const before = readScripts(old);
      const after = readScripts(now);
      return [...usedScripts(before, plans)].flatMap((name) =>
        compareScript(name, before[name] ?? "", after[name]).map((found) => ({
          ...(isMigration(task, { before: before[name] ?? "", after: after[name] ?? "" })
            ? { ...found, kind: "edited" as const, veto: false }
            : found),
          file: path,
          line: findLine(now ?? "", name),
        })),
      );
    });
}

/** The text asks to move the tests to another runner, by the name that the script starts now, and it runs tests. */
const isMigration = (task: string, { before, after }: ScriptTexts): boolean =>
  task !== "" &&
  partsOf(before).every((part) => after.includes(part) || looksLikeTests("", [part])) &&
  asksToChangeTests(task, []) &&
  looksLikeTests("", [after]) &&
  weakenings("", after).length === 0 &&
  programsIn(after).some((program) => namesSubject(task.toLowerCase(), program.toLowerCase()));

interface ScriptTexts {
  readonly before: string;
  readonly after: string;
}

type WeakenedScript = Pick<Suspicion, "kind" | "what" | "veto">;

function compareScript(name: string, before: string, after: string | undefined): readonly WeakenedScript[] {
  if (before === after || isPlaceholder(before)) return [];
  const weak = (why: string): readonly WeakenedScript[] => [
    {
      kind: "check-weakened",
      veto: true,
      what: `scripts.${name} ${why}: ${JSON.stringify(before)} became ${JSON.stringify(after ?? null)}`,
    },
  ];
  if (after === undefined) return weak("is gone");
  const lost = programsIn(before).find((program) => !after.includes(program));
  if (lost !== undefined) return weak(`no longer runs ${lost}`);
  const [first] = weakenings(before, after);
  if (first) return weak(first.what.split(":")[0] ?? "is weaker");
  return [
    {
      kind: "edited",
      veto: false,
      what: `scripts.${name} was changed: ${JSON.stringify(before)} became ${JSON.stringify(after)}`,
    },
  ];
}

const partsOf = (script: string): readonly string[] => script.split(/&&|\|\||[;|]/).map((part) => part.trim());

/** The programs a line of shell starts: the first word of each part that sets no variable. */
function programsIn(script: string): readonly string[] {
  return partsOf(script).flatMap((part) => {
    const words = part
      .trim()
      .split(/\s+/)
      .filter((word) => !/^\w+=/.test(word) && word !== "cross-env" && word !== "npx");
    return words[0] ? [words[0]] : [];
  });
}

const runsScript = /\b(?:npm|pnpm|yarn|bun)((?:\s+[\w:.=@/-]+){1,6})/g;

/** The lines of shell that the checks run by way of these scripts. */
export const scriptsRunBy = (
  scripts: Readonly<Record<string, string>>,
  plans: readonly CheckPlan[],
): readonly string[] => [...usedScripts(scripts, plans)].map((name) => scripts[name] ?? "");

/** The scripts that the checks name, and those that these run in turn, with what npm runs before and after each. */
function usedScripts(scripts: Readonly<Record<string, string>>, plans: readonly CheckPlan[]): ReadonlySet<string> {
  const used = new Set<string>();
  const wanted = plans.flatMap((plan) => (plan.kind === "command" ? named(plan.words.join(" ")) : []));
  for (const name of wanted) {
    for (const each of [name, `pre${name}`, `post${name}`]) {
      const script = scripts[each];
      if (script === undefined || used.has(each)) continue;
      used.add(each);
      wanted.push(...named(script));
    }
  }
  return used;
}

/** The first word after the package manager that is neither an option nor its word for running. */
const named = (command: string): string[] =>
  [...command.matchAll(runsScript)].flatMap(([, words = ""]) => {
    const isName = (word: string): boolean => !word.startsWith("-") && word !== "run" && word !== "run-script";
    return words.trim().split(/\s+/).find(isName) ?? [];
  });

function findLine(text: string, script: string): number | null {
  const at = text.split("\n").findIndex((line) => line.includes(`"${script}"`) && line.includes(":"));
  return at < 0 ? null : at + 1;
}
