import { nearest } from "../../../lib/text/nearest.js";
import { scriptsIn } from "../../find/scripts.js";
import type { ProjectFiles } from "../../project-files.js";
import type { CannotRun } from "./cannot-run.js";
import { nodeDependencies } from "./packages.js";
import { noTests } from "./signs-table.js";

/** The command that makes a check run, or what to do in words. */
export function suggestFix(cannot: CannotRun, words: readonly string[], project: ProjectFiles): string {
  switch (cannot.is) {
    case "time":
      return "give it more time: its setting timeout, in seconds";
    case "service":
      return `start ${cannot.name}`;
    case "script":
      return fixScript(cannot, words, project);
    case "project":
      return `run it where ${cannot.name} is, or add ${cannot.name}`;
    case "workspace":
      return `name a workspace of this project instead of ${cannot.name}`;
    case "module":
      return installPython(cannot.name.split(".")[0] ?? cannot.name, project);
    case "packages":
      return installPackages(cannot, project);
    case "program":
      return fixProgram(cannot, words, project);
  }
}

const lockFiles: readonly (readonly [file: string, command: string])[] = [
  ["pnpm-lock.yaml", "pnpm install"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun install"],
  ["bun.lockb", "bun install"],
  ["package-lock.json", "npm ci"],
  ["npm-shrinkwrap.json", "npm ci"],
];

const installNode = (project: ProjectFiles): string =>
  lockFiles.find(([file]) => project.has(file))?.[1] ?? "npm install";

const adders: Readonly<Record<string, string>> = {
  "pnpm install": "pnpm add -D",
  yarn: "yarn add -D",
  "bun install": "bun add -d",
};

const addNode = (name: string, project: ProjectFiles): string =>
  `${adders[installNode(project)] ?? "npm install --save-dev"} ${name}`;

const pythonLocks: readonly (readonly [file: string, command: string])[] = [
  ["uv.lock", "uv sync"],
  ["poetry.lock", "poetry install"],
  ["pdm.lock", "pdm install"],
  ["Pipfile.lock", "pipenv sync --dev"],
  ["Pipfile", "pipenv install --dev"],
];

/** Into a virtual environment: many systems refuse anything else. */
function installPython(name: string, project: ProjectFiles): string {
  const byLock = pythonLocks.find(([file]) => project.has(file))?.[1];
  if (byLock) return byLock;
  const venv = [".venv", "venv"].find((folder) => project.has(`${folder}/bin/python`));
  if (venv) return `${venv}/bin/pip install ${name}, and run the check with ${venv}/bin/python`;
  const file = ["requirements-dev.txt", "requirements.txt"].find((each) =>
    plain(project.text(each) ?? "").includes(plain(name)),
  );
  const what = file ? `-r ${file}` : name;
  return `pip install ${what} (python3 -m venv .venv && .venv/bin/pip install ${what} for a virtual environment)`;
}

const plain = (text: string): string => text.toLowerCase().replaceAll("_", "-");

const installers: Readonly<Record<string, string>> = {
  cargo: "cargo fetch",
  go: "go mod download",
  maven: "mvn dependency:go-offline",
  ruby: "bundle install",
  php: "composer install",
  elixir: "mix deps.get",
  dotnet: "dotnet restore",
};

function installPackages({ by, name }: CannotRun, project: ProjectFiles): string {
  if (by === "python") return installPython(name, project);
  const installer = installers[by];
  if (installer) return installer;
  const isAsked = name.includes(" ") || nodeDependencies(project).includes(name);
  return isAsked || by !== "node" ? installNode(project) : addNode(name, project);
}

/** Packages whose program has another name. */
const packagesOf: Readonly<Record<string, string>> = { tsc: "typescript", playwright: "@playwright/test", tap: "tap" };

/** Programs of Node packages and of Python packages. */
const nodePrograms =
  /^(?:jest|vitest|mocha|ava|jasmine|tap|nyc|c8|tsc|tsx|ts-node|eslint|prettier|biome|playwright|cypress|vite|webpack|turbo|nx|xo|standard|karma|uvu|esbuild)$/;
const pythonPrograms = /^(?:pytest|py\.test|tox|nox|ruff|mypy|flake8|black|pylint|coverage|behave|nose2)$/;

function fixProgram({ name: told, by }: CannotRun, words: readonly string[], project: ProjectFiles): string {
  const name = told.replace(/^.*\//, "");
  const dependencies = nodeDependencies(project);
  if (dependencies.includes(packagesOf[name] ?? name) || /(?:^|\/)node_modules\//.test(told))
    return installNode(project);
  if (nodePrograms.test(name) && project.has("package.json")) return addNode(packagesOf[name] ?? name, project);
  if (pythonPrograms.test(name)) return installPython(name, project);
  if (/(?:^|\/)vendor\/bin\//.test(told)) return "composer install";
  if (/(?:^|\/)\.?venv\/bin\//.test(told)) return `python3 -m venv ${told.replace(/\/bin\/.*$/, "")}`;
  if (by === "ruby" || (words[0] === "bundle" && project.has("Gemfile"))) return "bundle install";
  if (told.includes("/") && project.has(told)) return `chmod +x ${told}`;
  if (dependencies.length > 0 && !project.has("node_modules") && (told.includes(" ") || isNodeCommand(words)))
    return installNode(project);
  return told.includes(" ") ? `install ${told}` : `install ${name}, or correct the command`;
}

const isNodeCommand = (words: readonly string[]): boolean => /^(?:npm|npx|pnpm|yarn|bun)$/.test(words[0] ?? "");

function fixScript({ name, by }: CannotRun, words: readonly string[], project: ProjectFiles): string {
  if (name === noTests) return "write a test script in package.json";
  const close = nearest(name, namesKnownTo(by, project));
  if (close === name && by === "cargo") return `cargo install cargo-${name}`;
  if (close === undefined) return `name one that exists: ${listNames(by, project)}`;
  const isOwnWord = ["npm", "yarn", "pnpm", "bun"].includes(by) && words.length === 2;
  const at = words.lastIndexOf(name);
  if (at < 0) return `name ${close} instead of ${name}`;
  const fixed = [...words.slice(0, at), ...(isOwnWord ? ["run"] : []), close, ...words.slice(at + 1)];
  return fixed.join(" ");
}

const listNames = (by: string, project: ProjectFiles): string =>
  namesKnownTo(by, project).slice(0, 10).join(", ") || `${by} knows none here`;

/** What could have been meant. */
function namesKnownTo(by: string, project: ProjectFiles): readonly string[] {
  switch (by) {
    case "make":
      return targets(["GNUmakefile", "makefile", "Makefile"], /^([\w.-]+)\s*:(?!=)/gm, project);
    case "just":
      return targets(["justfile", "Justfile", ".justfile"], /^@?([\w-]+)(?:\s[^:=]*)?:(?!=)/gm, project);
    case "task":
      return targets(["Taskfile.yml", "Taskfile.yaml"], /^ {2}([\w:-]+):\s*$/gm, project);
    case "deno":
      return targets(["deno.json", "deno.jsonc"], /^\s*"([\w:-]+)"\s*:\s*"/gm, project);
    case "cargo":
      return ["test", "build", "check", "clippy", "run", "bench", "fmt", "nextest"];
    case "go":
      return ["test", "build", "vet", "run", "generate"];
    case "maven":
      return ["test", "verify", "compile", "package", "install"];
    case "gradle":
      return ["test", "check", "build", "assemble"];
    default:
      return Object.keys(scriptsIn(project.text("package.json")));
  }
}

function targets(files: readonly string[], shape: RegExp, project: ProjectFiles): readonly string[] {
  const file = files.find((name) => project.has(name));
  const text = file === undefined ? "" : (project.text(file) ?? "");
  return [...new Set([...text.matchAll(shape)].map(([, name = ""]) => name).filter((name) => !name.startsWith(".")))];
}
