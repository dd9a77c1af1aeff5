import type { CheckKind, Finder, FoundCheck } from "./project.js";
import { scriptsIn, whyNoCheck } from "./scripts.js";

/** Composer's scripts. */
export const findInComposer: Finder = (project) => {
  const scripts = scriptsIn(project.text("composer.json"));
  const pick = (check: CheckKind, name: string): readonly FoundCheck[] => {
    if (!Object.hasOwn(scripts, name)) return [];
    const from = `composer.json scripts.${name}`;
    const why = whyNoCheck(
      [scripts[name]]
        .flat()
        .filter((line) => typeof line === "string")
        .join(" && "),
    );
    if (why !== null) return [{ note: `${check}: ${from} ${why} and is not used` }];
    return [{ check, words: ["composer", "run-script", name], from }];
  };
  return [...pick("tests", "test"), ...pick("lint", "lint")];
};
