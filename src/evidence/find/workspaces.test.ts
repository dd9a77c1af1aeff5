import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Place } from "../../../test/evidence/place.js";
import { formatPlan, planChecks } from "../plan-checks.js";

type Files = Readonly<Record<string, string>>;

const pkg = (scripts: Files = {}, more = {}): string => JSON.stringify({ scripts, ...more });
const root = (workspaces: unknown, scripts: Files = {}): string => pkg(scripts, { workspaces });
const tested = pkg({ test: "node --test" });
const two: Files = { "packages/api/package.json": tested, "packages/web/package.json": tested };

interface Case {
  readonly name: string;
  readonly files: Files;
  /** Where the run is started. */
  readonly folder?: string;
  readonly checks?: Readonly<Record<string, unknown>>;
  readonly finds: readonly string[];
  readonly notes?: readonly string[];
}

function plan({ files, folder = "", checks = {} }: Pick<Case, "files" | "folder" | "checks">) {
  const place = new Place().writeAll({ ".git/HEAD": "", ...files });
  const { plans, notes } = planChecks({ cwd: join(place.path, folder), checks });
  const found = plans.filter((each) => each.kind === "command");
  return {
    found,
    told: found.map((each) => formatPlan(each).replace(/ \(.*? \(found\)(, optional)?\)$/, "$1")),
    notes,
  };
}

const check = ({ finds, notes = [], ...given }: Case): void => {
  const planned = plan(given);
  expect(planned.told).toEqual(finds);
  for (const note of notes) expect(planned.notes.join("\n")).toContain(note);
};

describe("the workspaces of a monorepo", () => {
  it.each<Case>([
    {
      name: "npm, as a list",
      files: { "package.json": root(["packages/*"]), ...two },
      finds: [
        "tests:packages/api: npm run test --workspace=packages/api",
        "tests:packages/web: npm run test --workspace=packages/web",
      ],
    },
    {
      name: "yarn, as an object",
      files: { "package.json": root({ packages: ["./packages/api/"] }), "yarn.lock": "", ...two },
      finds: ["tests:packages/api: yarn --cwd=packages/api run test"],
    },
    {
      name: "bun",
      files: { "package.json": root(["packages/web"]), "bun.lock": "", ...two },
      finds: ["tests:packages/web: bun --cwd=packages/web run test"],
    },
    {
      name: "pnpm, in lines",
      files: {
        "package.json": pkg(),
        "pnpm-workspace.yaml": "packages:\n  # ours\n  - 'packages/*' # all\n  - \"!packages/web\"\ncatalog:\n  - x\n",
        ...two,
      },
      finds: ["tests:packages/api: pnpm --filter=./packages/api run test"],
    },
    {
      name: "pnpm, in brackets, and nothing that package.json says",
      files: {
        "package.json": root(["other/*"]),
        "pnpm-workspace.yaml": 'packages: [".", "packages/a*"]\n',
        "pnpm-lock.yaml": "",
        "other/x/package.json": tested,
        ...two,
      },
      finds: ["tests:packages/api: pnpm --filter=./packages/api run test"],
    },
    {
      name: "any depth, but nothing that is installed or hidden",
      files: {
        "package.json": root(["packages/**"]),
        "packages/a/b/package.json": tested,
        "packages/a/node_modules/c/package.json": tested,
        "packages/.d/package.json": tested,
        "packages/e/index.js": "",
      },
      finds: ["tests:packages/a/b: npm run test --workspace=packages/a/b"],
    },
    {
      name: "nothing outside the project",
      files: { "package.json": root(["../*", "/tmp/*", "packages/../../x", "*/"]), "x/package.json": tested },
      finds: ["tests:x: npm run test --workspace=x"],
    },
    {
      name: "the root's script runs them all",
      files: { "package.json": root(["packages/*"], { test: "npm test --workspaces" }), ...two },
      finds: ["tests: npm run test"],
    },
    {
      name: "the root's script may run them all",
      files: { "package.json": root(["packages/*"], { test: "npm run unit", unit: "vitest run" }), ...two },
      finds: ["tests: npm run test"],
    },
    {
      name: "the root's script names a workspace's folder",
      files: { "package.json": root(["packages/*"], { test: "node --test packages/*/test/*.js" }), ...two },
      finds: ["tests: npm run test"],
    },
    {
      name: "the root's script runs its own tests only",
      files: {
        "package.json": root(["packages/*"], { test: "tsc && npm run unit", unit: "node --test test/" }),
        ...two,
      },
      finds: [
        "tests: npm run test",
        "tests:packages/api: npm run test --workspace=packages/api",
        "tests:packages/web: npm run test --workspace=packages/web",
      ],
    },
    {
      name: "make runs them all",
      files: { "package.json": root(["packages/*"]), Makefile: "test:\n\tnpm test -ws\n", ...two },
      finds: ["tests: make test"],
      notes: ["tests: npm run test --workspace=packages/api (packages/api/package.json scripts.test) was found too"],
    },
    {
      name: "placeholders and scripts that cannot fail",
      files: {
        "package.json": root(["packages/*"], { test: 'echo "Error: no test specified" && exit 1' }),
        "packages/api/package.json": pkg({ test: "jest || true" }),
        "packages/web/package.json": pkg({ test: "jest || true", "test:ci": "jest" }),
      },
      finds: ["tests:packages/web: npm run test:ci --workspace=packages/web"],
      notes: [
        "tests: package.json scripts.test is a placeholder and is not used",
        "tests: scripts.test cannot fail and is not used in packages/api, packages/web",
      ],
    },
    {
      name: "no build or lint of workspaces beside tests",
      files: {
        "package.json": root(["packages/*"]),
        "packages/api/package.json": pkg({ test: "jest", build: "tsc" }),
        "packages/web/package.json": pkg({ build: "tsc", lint: "eslint ." }),
      },
      finds: ["tests:packages/api: npm run test --workspace=packages/api"],
    },
    {
      name: "their builds, required, where none has tests",
      files: {
        "package.json": root(["packages/*"]),
        "packages/api/package.json": pkg({ build: "tsc" }),
        "packages/web/package.json": pkg({ lint: "eslint ." }),
      },
      finds: [
        "build:packages/api: npm run build --workspace=packages/api",
        "lint:packages/web: npm run lint --workspace=packages/web, optional",
      ],
    },
    {
      name: "turbo",
      files: { "package.json": root(["packages/*"]), "turbo.json": '{ "tasks": { "test": {} } /* x */ }', ...two },
      finds: ["tests: npx --no-install turbo run test --force"],
    },
    {
      name: "turbo without such a task",
      files: { "package.json": root(["packages/web"]), "turbo.json": '{ "pipeline": { "deploy": {} } }', ...two },
      finds: ["tests:packages/web: npm run test --workspace=packages/web"],
    },
    {
      name: "nx",
      files: {
        "package.json": pkg(),
        "pnpm-lock.yaml": "",
        "nx.json": "{}",
        "apps/shop/project.json": '{ "targets": { "test": {}, "build": {} } }',
      },
      finds: [
        "tests: pnpm exec nx run-many -t test --skip-nx-cache",
        "build: pnpm exec nx run-many -t build --skip-nx-cache, optional",
      ],
    },
    {
      name: "nx without a target",
      files: { "package.json": pkg(), "nx.json": "{}", "apps/shop/project.json": '{ "targets": { "serve": {} } }' },
      finds: [],
    },
    {
      name: "cargo",
      files: { "Cargo.toml": '[workspace]\nmembers = ["a"]\n' },
      finds: [
        "tests: cargo test --workspace",
        "build: cargo build --workspace, optional",
        "lint: cargo clippy --workspace -- -D warnings, optional",
      ],
    },
    {
      name: "go",
      files: {
        "go.work": "go 1.22\nuse (\n\t./a // first\n\t./b/\n\t../c\n)\nuse .\n",
        "a/go.mod": "",
        "b/go.mod": "",
      },
      finds: [
        "tests: go test -count=1 ./a/... ./b/... ./...",
        "build: go build ./a/... ./b/... ./..., optional",
        "lint: go vet ./a/... ./b/... ./..., optional",
      ],
    },
    {
      name: "uv",
      files: {
        "pyproject.toml":
          '[project]\nname = "x"\n[tool.uv.workspace] # all\nmembers = [\n  "libs/*", # ours\n]\nexclude = ["libs/c"]\n',
        "libs/a/pyproject.toml": '[dependency-groups]\ndev = ["pytest"]\n',
        "libs/b/pyproject.toml": "",
        "libs/b/tests/test_b.py": "",
        "libs/c/pyproject.toml": 'dev = ["pytest"]\n',
        "libs/d/pyproject.toml": "",
      },
      finds: [
        "tests:libs/a: uv run --directory=libs/a python -m pytest",
        "tests:libs/b: uv run --directory=libs/b python -m unittest",
      ],
    },
    {
      name: "uv, with tests from the root",
      files: {
        "pyproject.toml": '[tool.uv.workspace]\nmembers = ["libs/*"]\n[tool.pytest.ini_options]\naddopts = "-q"\n',
        "uv.lock": "",
        "libs/a/pyproject.toml": 'dev = ["pytest"]\n',
      },
      finds: ["tests: uv run python -m pytest"],
    },
    {
      name: "uv, with tests of the root alone",
      files: {
        "pyproject.toml":
          '[tool.uv.workspace]\nmembers = ["libs/*"]\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
        "uv.lock": "",
        "libs/a/pyproject.toml": 'dev = ["pytest"]\n',
      },
      finds: ["tests: uv run python -m pytest", "tests:libs/a: uv run --directory=libs/a python -m pytest"],
    },
    {
      name: "gradle, with settings alone",
      files: { "settings.gradle.kts": 'include(":a", ":b")\n', gradlew: "" },
      finds: ["tests: ./gradlew cleanTest test --no-build-cache", "build: ./gradlew assemble, optional"],
    },
    {
      name: "of two tools in one folder",
      files: {
        "package.json": root(["packages/*"]),
        "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
        "packages/api/package.json": tested,
        "packages/api/pyproject.toml": 'dev = ["pytest"]\n',
      },
      finds: [
        "tests:packages/api: npm run test --workspace=packages/api",
        "tests:packages/api-2: uv run --directory=packages/api python -m pytest",
      ],
    },
  ])("$name", check);

  it("looks at 50 of them, and says so", () => {
    const many = (count: number): Files =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`packages/p${at}/package.json`, tested]));
    const some = plan({ files: { "package.json": root(["packages/*"]), ...many(50) } });
    expect(some.told).toHaveLength(50);
    expect(some.notes.join("\n")).not.toContain("more than");
    const all = plan({ files: { "package.json": root(["packages/*"]), ...many(51) } });
    expect(all.told).toHaveLength(50);
    expect(all.notes.join("\n")).toContain("more than 50 workspaces");
  });

  it.each<Case>([
    {
      name: "one by one",
      files: { "package.json": root(["packages/*"]), ...two },
      checks: { "tests:packages/api": false },
      finds: ["tests:packages/web: npm run test --workspace=packages/web"],
    },
    {
      name: "by a command under the same name",
      files: { "package.json": root(["packages/web"]), ...two },
      checks: { "tests:packages/web": "make web" },
      finds: ["tests:packages/web: make web (configuration)"],
    },
    {
      name: "by one for all of them",
      files: { "package.json": root(["packages/*"]), ...two },
      checks: { tests: "make all" },
      finds: ["tests: make all (configuration)"],
    },
  ])("can be replaced $name", (given) => {
    check(given);
  });

  it("reads a check named after a workspace as one of tests", () => {
    const { found } = plan({ files: {}, checks: { "tests:packages/web": "make web", "other:packages/web": "make x" } });
    expect(found.map((each) => each.kind === "command" && each.reads)).toEqual(["tests", "either"]);
  });
});

describe("a package of a monorepo, in its folder", () => {
  const monorepo: Files = { "package.json": root(["packages/*"]), ...two };
  it.each<Case>([
    { name: "npm", files: monorepo, folder: "packages/api", finds: ["tests: npm run test"] },
    {
      name: "pnpm by the lock above",
      files: { ...monorepo, "pnpm-lock.yaml": "" },
      folder: "packages/api",
      finds: ["tests: pnpm run test"],
    },
    {
      name: "yarn by its name above",
      files: { ...two, "package.json": pkg({}, { packageManager: "yarn@4.1.0" }) },
      folder: "packages/api",
      finds: ["tests: yarn run test"],
    },
    {
      name: "its own lock before that above",
      files: { ...monorepo, "yarn.lock": "", "packages/api/package-lock.json": "{}" },
      folder: "packages/api",
      finds: ["tests: npm run test"],
    },
    {
      name: "nothing above the repository",
      files: { ...two, "yarn.lock": "", "packages/.git/HEAD": "" },
      folder: "packages/api",
      finds: ["tests: npm run test"],
    },
    {
      name: "nothing above a folder that is a repository itself",
      files: { ...two, "yarn.lock": "", "packages/api/.git": "gitdir: x" },
      folder: "packages/api",
      finds: ["tests: npm run test"],
    },
    {
      name: "nx",
      files: { "nx.json": "{}", "yarn.lock": "", "libs/a/project.json": '{ "targets": { "test": {} } }' },
      folder: "libs/a",
      finds: ["tests: yarn run nx test --skip-nx-cache"],
    },
    {
      name: "gradle",
      files: { gradlew: "", "settings.gradle": "", "app/build.gradle": "" },
      folder: "app",
      finds: ["tests: ../gradlew cleanTest test --no-build-cache", "build: ../gradlew assemble, optional"],
    },
    {
      name: "uv",
      files: { "uv.lock": "", "libs/a/pyproject.toml": 'dev = ["pytest"]' },
      folder: "libs/a",
      finds: ["tests: uv run python -m pytest"],
    },
  ])("$name", check);
});

describe("what is required of what was found", () => {
  it.each<Case>([
    {
      name: "tests alone",
      files: { "package.json": pkg({ test: "jest", build: "tsc", lint: "eslint ." }) },
      finds: ["tests: npm run test", "build: npm run build, optional", "lint: npm run lint, optional"],
    },
    {
      name: "a build without tests",
      files: { "package.json": pkg({ build: "tsc", lint: "eslint ." }) },
      finds: ["build: npm run build", "lint: npm run lint, optional"],
    },
    {
      name: "a type check without tests",
      files: { "package.json": pkg({ test: "echo none", typecheck: "tsc --noEmit", lint: "eslint ." }) },
      finds: ["build: npm run typecheck", "lint: npm run lint, optional"],
    },
    {
      name: "lint without either",
      files: { "package.json": pkg({ lint: "eslint ." }) },
      finds: ["lint: npm run lint"],
    },
    {
      name: "no build that cannot fail",
      files: { "package.json": pkg({ build: "true", lint: "eslint . || true" }) },
      finds: [],
      notes: ["build: package.json scripts.build cannot fail", "lint: package.json scripts.lint cannot fail"],
    },
    {
      name: "no build beside tests that are named",
      files: { "package.json": pkg({ build: "tsc" }) },
      checks: { unit: "./unit" },
      finds: ["unit: ./unit (configuration)", "build: npm run build, optional"],
    },
    {
      name: "a build beside another check that is named",
      files: { "package.json": pkg({ build: "tsc" }) },
      checks: { smoke: "./smoke" },
      finds: ["smoke: ./smoke (configuration)", "build: npm run build"],
    },
    {
      name: "nothing twice under another name",
      files: { "package.json": pkg({ test: "jest" }), "go.mod": "" },
      checks: { verify: "npm test", vet: { command: "go build ./...", required: false } },
      finds: [
        "verify: npm test (configuration)",
        "vet: go build ./... (configuration, optional)",
        "lint: go vet ./..., optional",
      ],
    },
  ])("$name", check);

  it.each<Case>([
    { name: "a target that says nothing", files: { Makefile: "test:\n\t@echo todo\n\t-./t\n" }, finds: [] },
    { name: "a target that is to be written", files: { Makefile: "test:\n\t@echo todo\n\texit 1\n" }, finds: [] },
    { name: "a target with others", files: { Makefile: "test: unit\n\t@echo done\n" }, finds: ["tests: make test"] },
    { name: "a target with a test", files: { Makefile: "test:\n\t@echo go\n\t./t\n" }, finds: ["tests: make test"] },
    { name: "a recipe", files: { justfile: "test:\n  @echo todo\n" }, finds: [] },
    { name: "composer", files: { "composer.json": '{"scripts":{"test":["echo a","true"]}}' }, finds: [] },
    {
      name: "composer with a test",
      files: { "composer.json": '{"scripts":{"test":["echo a","phpunit"]}}' },
      finds: ["tests: composer run-script test"],
    },
  ])("elsewhere: $name", check);
});

describe("a found check really runs", () => {
  it.each([
    ["turbo run test", { TURBO_FORCE: "true" }],
    ["nx run-many -t test", { NX_SKIP_NX_CACHE: "true" }],
    ["jest", {}],
  ])("%s", (test, env) => {
    const { found } = plan({ files: { "package.json": pkg({ test }) } });
    expect(found[0]).toMatchObject({ env: { CI: "true", ...env } });
    expect(Object.keys(found[0]?.kind === "command" ? found[0].env : {})).toHaveLength(1 + Object.keys(env).length);
  });

  it("bazel", () => {
    expect(plan({ files: { "MODULE.bazel": "" } }).told[0]).toBe("tests: bazel test --nocache_test_results //...");
  });
});
