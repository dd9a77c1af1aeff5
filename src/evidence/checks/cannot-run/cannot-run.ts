import type { CommandEnding } from "../../../lib/process/command-run.js";
import { plainLine } from "../../important-lines.js";
import type { ProjectFiles } from "../../project-files.js";
import type { TestRun } from "../tests/test-run.js";
import { distributionOf, isMissingPackage, type WantedPackage } from "./packages.js";
import { type Missing, type MissingSign, moduleShapes, signs, telling } from "./signs-table.js";

/** Why a command could not run. */
export interface CannotRun {
  readonly is: Missing;
  /** What is missing, by name where one was told. */
  readonly name: string;
  /** Whose line said so: shell, npm, python. */
  readonly by: string;
  readonly why: string;
}

export interface EndedCommand {
  readonly words: readonly string[];
  readonly ending: CommandEnding;
  readonly tests: Pick<TestRun, "passed" | "failed">;
  /** The start and the end of what it printed. */
  readonly text: string;
}

/**
 * Whether a command could not run, from positive signs only and whatever its exit status. In doubt it ran: code that
 * does not compile, a red `grep` or a test of a module that is not written yet say something.
 */
export function findCannotRun(ended: EndedCommand, project: ProjectFiles): CannotRun | null {
  const { ending, words } = ended;
  const program = words[0] ?? "";
  switch (ending.is) {
    case "not-found":
    case "not-executable":
    case "not-started":
      return { is: "program", name: program, by: "shell", why: ending.why };
    case "timed-out":
      if ((ended.tests.failed ?? 0) > 0) return null;
      return { is: "time", name: program, by: "", why: `it did not end within ${ending.afterMs / 1000} s` };
    case "exited":
      return findInExit(ended, ending.code, project);
    case "signalled":
    case "interrupted":
      return null;
  }
}

function findInExit(ended: EndedCommand, code: number, project: ProjectFiles): CannotRun | null {
  const { passed, failed } = ended.tests;
  const ran = (passed ?? 0) + (failed ?? 0) > 0;
  if (ran && code === 0) return null;
  const lines = tellingLines(ended.text);
  const found = findPackage(lines, ended, project);
  // A failing test says more than a line that stands beside it.
  if (found || (failed ?? 0) > 0) return found;
  return findSign(lines, ended, project) ?? byStatus(code, ended.words);
}

const longest = 400;

function tellingLines(text: string): readonly string[] {
  if (!telling.test(text)) return [];
  const lines = text.split(/\r\n|\n|\r/).filter((line) => telling.test(line));
  return [...new Set(lines.map((line) => plainLine(line.slice(0, longest * 2)).slice(0, longest)))];
}

function findSign(lines: readonly string[], ended: EndedCommand, project: ProjectFiles): CannotRun | null {
  let vague: CannotRun | null = null;
  for (const line of lines)
    for (const sign of signs) {
      const found = readSign(sign, line, ended);
      if (found === null || isOfProject(found, project)) continue;
      if (found.name !== sign.of) return found;
      vague ??= found;
    }
  return vague;
}

function readSign(sign: MissingSign, line: string, { words }: EndedCommand): CannotRun | null {
  const match = sign.shape.exec(line);
  if (!match) return null;
  const name = match.groups?.["name"]?.replace(/[.,:;]$/, "") ?? sign.of ?? "";
  if (sign.is === "module" && !isAskedFor(name, words)) return null;
  return { is: sign.is, name, by: sign.by, why: `${describeMissing(sign.is, name)} (${line.trim()})` };
}

/** The module after `-m`: of other modules it is not known whether they are packages. */
const isAskedFor = (name: string, words: readonly string[]): boolean => {
  const text = words.join(" ");
  const asked = /(?:^|\s)-m\s*([\w.]+)/.exec(text)?.[1];
  return asked === undefined || asked === name || asked.startsWith(`${name}.`) || name.startsWith(`${asked}.`);
};

/** `python3 -m app` of a project that has an app is code of its own that does not load. */
const isOfProject = ({ is, name }: CannotRun, project: ProjectFiles): boolean => {
  if (is !== "module") return false;
  const [top = ""] = name.split(".");
  return project.has(top) || project.has(`${top}.py`) || project.has(`src/${top}`);
};

function findPackage(lines: readonly string[], ended: EndedCommand, project: ProjectFiles): CannotRun | null {
  for (const line of lines)
    for (const { of, shape } of moduleShapes) {
      const name = shape.exec(line)?.groups?.["name"];
      const wanted: WantedPackage | null = name === undefined ? null : { of, name };
      if (wanted === null || !isMissingPackage(wanted, project, ended.text)) continue;
      const missing = distributionOf(wanted);
      return { is: "packages", name: missing, by: of, why: `${missing} is not installed (${line.trim()})` };
    }
  return null;
}

function byStatus(code: number, words: readonly string[]): CannotRun | null {
  if (code !== 126 && code !== 127) return null;
  const why = `exit status ${code}: something it needs is not installed here`;
  return { is: "program", name: words[0] ?? "", by: "status", why };
}

const descriptions: Readonly<Record<Missing, (name: string) => string>> = {
  program: (name) => `${name} cannot be started`,
  script: (name) => `there is no ${name}`,
  module: (name) => `the module ${name} is not installed`,
  packages: (name) => `${name} ${/^its |s$/.test(name) ? "are" : "is"} not installed`,
  project: (name) => `there is no ${name} here`,
  workspace: (name) => `${name} is no workspace here`,
  service: (name) => `${name} is not running`,
  time: () => "it ran out of time",
};

const describeMissing = (is: Missing, name: string): string => descriptions[is](name);
