import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fleet } from "../../src/cli/commands/fleet.js";
import { readArguments } from "../../src/cli/read-arguments.js";
import { splitCommand } from "../../src/evidence/split-words.js";
import { readMetrics } from "../../src/fleet/read-metrics.js";

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const page = read("fleet.md");

/** Every command line of a fleet in the page, the unit and the compose file. */
const shown = [page, read("fleet/untildone-worker.service"), read("fleet/compose.yaml")].flatMap((text) =>
  [...text.matchAll(/^(?:ExecStart=\/usr\/bin\/env |\s*command: )?(?:untildone )?(fleet [^#\n|]*)/gm)].map(
    ([, line = ""]) => line.trim(),
  ),
);

it("shows command lines", () => expect(shown.length).toBeGreaterThan(7));

it.each(shown)("shows flags that exist: %s", (line) => {
  const [, name = "", ...words] = splitCommand(line, "docs").words;
  const part = fleet.parts?.[name];
  if (!part) throw new Error(`unknown command fleet ${name}`);
  expect(() => readArguments(part, words)).not.toThrow();
});

const examples = [fleet, ...Object.values(fleet.parts ?? {})].flatMap(({ examples: each }) => each);

it.each(examples.filter((line) => line.startsWith("untildone fleet ")))(
  "has an example that can be read: %s",
  (line) => {
    const [, , name = "", ...words] = splitCommand(line, "help").words;
    const part = fleet.parts?.[name];
    if (!part) throw new Error(`unknown command fleet ${name}`);
    expect(() => readArguments(part, words)).not.toThrow();
  },
);

it("has an example for each command", () => {
  for (const [name, part] of Object.entries(fleet.parts ?? {}))
    expect(part.examples.filter((line) => line.startsWith(`untildone fleet ${name}`)).length).toBeGreaterThan(0);
});

it("names commands of a fleet that exist", () => {
  for (const [, name = ""] of page.matchAll(/`(?:untildone )?fleet ([a-z]+)/g))
    expect(fleet.parts).toHaveProperty(name);
});

it("has the same unit as the file", () => {
  expect(/```ini\n([\s\S]*?)```/.exec(page)?.[1]).toBe(read("fleet/untildone-worker.service"));
});

it("names the metrics that there are", async () => {
  const board = { list: async () => [], notices: { workers: async () => new Map() } };
  const queue = { getJobCounts: async () => ({}), isPaused: async () => false };
  const names = (await readMetrics({ board, queue } as never, 0)).map(({ name }) => name);
  const listed = [...page.matchAll(/^\| `(untildone_fleet_.*)/gm)].flatMap(([, row = ""]) =>
    [...(row.split("|", 1)[0] ?? "").matchAll(/`?(?:untildone_fleet)?(_[a-z_]+)/g)].map(
      ([, name]) => `untildone_fleet${name}`,
    ),
  );
  expect([...listed].sort()).toEqual([...names].sort());
});
