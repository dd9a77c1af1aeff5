import { linesBesideImports } from "../../checks/honest-tests/import-lines.js";
import type { Unit } from "./language.js";
import { hasWord, lastName } from "./name-units.js";
import type { TestText } from "./new-tests.js";

/** What a statement that stands alone cannot follow. */
const goesOn = /(?:[([{,=+*/%<>?&|!:.\\-]|=>|\breturn|\bawait|\band|\bor|\bnot|\bin|\bassert)$/;
const opensBlock = /(?:[{:]|=>\s*\{)$/;

/** Whether tests use a function, and each time as a statement of its own: nobody looks at what it answers. */
export function isOnlyCalled(tests: readonly Pick<TestText, "now">[], { name }: Pick<Unit, "name">): boolean {
  const last = lastName(name);
  const uses = tests.flatMap(({ now }) => {
    const lines = linesBesideImports(now);
    return lines.flatMap((line, at) => (hasWord(line, last) ? [isCall(line, lines[at - 1] ?? "", last)] : []));
  });
  return uses.length > 0 && uses.every(Boolean);
}

function isCall(line: string, before: string, name: string): boolean {
  const [, args = null] = /^(?:await\s+)?(?:[\w$]+\.)*([\w$]+\(.*\))\s*;?$/.exec(line) ?? [];
  if (args === null || !args.startsWith(`${name}(`) || !endsWithCall(args)) return false;
  return opensBlock.test(before) || !goesOn.test(before);
}

/** The bracket that opens first is closed last: "push(list(1))", not "push(1).then(2)". */
function endsWithCall(call: string): boolean {
  let depth = 0;
  for (const [at, letter] of [...call].entries()) {
    if (letter === "(") depth++;
    if (letter === ")" && --depth === 0) return at === call.length - 1;
  }
  return false;
}
