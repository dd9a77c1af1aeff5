import { expect, it } from "vitest";
import { folder } from "../../test/config-place.js";
import { hook } from "../cli/commands/hook.js";
import { openPlace } from "../cli/judge-place.js";
import { readArguments } from "../cli/read-arguments.js";
import { listPlaces } from "../tasks/find-list.js";
import { saveGoal } from "./goal.js";
import { isAnythingAsked } from "./held-checks.js";
import { isNothingAsked } from "./nothing-asked.js";

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly home?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly goal?: boolean;
}

function placeOf({ files = {}, home = {}, env = {}, goal = false }: Given) {
  const cwd = folder(files);
  const owner = { env, home: folder(home) };
  if (goal)
    saveGoal(cwd, owner, {
      version: 1,
      text: "it works",
      checks: {},
      at: "",
      session: null,
      fromAgent: false,
      start: null,
    });
  return { cwd, owner };
}

const ask = (given: Given): boolean => {
  const { cwd, owner } = placeOf(given);
  return isNothingAsked(cwd, owner);
};

/** By reading everything there is. */
async function isAsked(given: Given): Promise<boolean> {
  const { cwd, owner } = placeOf(given);
  const args = readArguments(hook, ["claude"]);
  const io = { ...owner, cwd } as unknown as Parameters<typeof hook.run>[1];
  return isAnythingAsked(await openPlace({ args, io, cwd, signal: () => new AbortController().signal }));
}

it.each<{ what: string; given: Given }>([
  { what: "an empty folder", given: {} },
  { what: "files that say nothing", given: { files: { "notes.txt": "a", "README.md": "- [ ] not a list of ours" } } },
  { what: "a package without scripts", given: { files: { "package.json": '{"name":"a"}' } } },
  { what: "a package that is broken", given: { files: { "package.json": "{" } } },
  { what: "what a run tells its agents", given: { env: { UNTILDONE_ITERATION: "3", ROADMAP_FILE: "a.md" } } },
])("is plain for $what, and reading all agrees", async ({ given }) => {
  expect(ask(given)).toBe(true);
  expect(await isAsked(given)).toBe(false);
});

it.each<{ what: string; given: Given }>([
  ...listPlaces(".ralph").map((path) => ({ what: path, given: { files: { [path]: "" } } })),
  ...["config.json", "config.yml", "config.yaml"].map((name) => ({
    what: `.ralph/${name}`,
    given: { files: { [`.ralph/${name}`]: "" } },
  })),
  { what: "the user's configuration", given: { home: { ".config/untildone/config.json": "{}" } } },
  { what: "a goal", given: { goal: true } },
  { what: "a setting in the environment", given: { env: { UNTILDONE_TASKS: "list.md" } } },
  { what: "a setting nobody knows", given: { env: { UNTILDONE_TASK: "list.md" } } },
  { what: "a setting by its other name", given: { env: { CUB_EXIT_THRESHOLD: "2" } } },
  { what: "a setting in package.json", given: { files: { "package.json": '{"untildone" : {"tasks":"x.md"}}' } } },
  { what: "a package.json that cannot be read", given: { files: { "package.json/file": "" } } },
  { what: "the file of seed 000", given: { files: { ".bb3/config.yaml": "" } } },
  { what: "tests", given: { files: { "package.json": '{"scripts":{"test":"vitest run"}}' } } },
  { what: "a project of Go", given: { files: { "go.mod": "module a\n", "a_test.go": "package a\n" } } },
  { what: "a Makefile", given: { files: { Makefile: "test:\n\t./run-tests\n" } } },
])("is not plain with $what", ({ given }) => {
  expect(ask(given)).toBe(false);
});
