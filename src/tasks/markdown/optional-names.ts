import { listNames, otherNames } from "./optional-names-table.js";

/** The names of the sections that are left out. A document's title may be one of these and leave out nothing. */
export interface OptionalNames {
  readonly all: ReadonlySet<string>;
  readonly alsoTitles: ReadonlySet<string>;
}

/** Each name, and what it is in other languages. `plain` makes names comparable. */
export function optionalNames(names: readonly string[], plain: (name: string) => string): OptionalNames {
  const groups = names.map((name) => {
    const own = plain(name);
    const others = Object.hasOwn(otherNames, own) ? (otherNames[own] ?? "") : "";
    return {
      own,
      all: [
        own,
        ...others
          .split(" | ")
          .filter((other) => other !== "")
          .map(plain),
      ],
    };
  });
  return {
    all: new Set(groups.flatMap(({ all }) => all)),
    alsoTitles: new Set(groups.filter(({ own }) => listNames.has(own)).flatMap(({ all }) => all)),
  };
}
