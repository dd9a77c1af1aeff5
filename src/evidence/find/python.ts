import { tooMany } from "./js-workspaces.js";
import { expandMembers, type Members } from "./members.js";
import { type Finder, type FoundCheck, inFolder, nearestWith, type Project } from "./project.js";
import { tomlList } from "./toml.js";

/** pytest where the project mentions it, else the standard library's own runner where there are tests; ruff where configured. */
export const findInPython: Finder = (project) => {
  const start = starter(project);
  const members = uvMembers(project);
  const own = findTests(project);
  const isWhole = own?.runner === "pytest" && !looksElsewhere(project, members);
  return [
    ...(own
      ? [{ check: "tests" as const, words: [...start, "-m", own.runner], from: own.from, runsWorkspaces: isWhole }]
      : []),
    ...(isWhole ? [] : testsOf(project, members)),
    ...(members.isCut ? [tooMany] : []),
    ...findRuff(project, start),
  ];
};

const configured = ["pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg", "requirements-dev.txt", "requirements.txt"];

interface PythonTests {
  readonly runner: "pytest" | "unittest";
  readonly from: string;
}

function findTests(project: Project): PythonTests | null {
  const marker = [...configured, "setup.py", "conftest.py"].find((name) => project.has(name));
  if (marker === undefined) return null;
  const pytest = configured.find((name) => name === "pytest.ini" || (project.text(name) ?? "").includes("pytest"));
  if (pytest !== undefined && project.has(pytest)) return { runner: "pytest", from: pytest };
  if (project.has("conftest.py")) return { runner: "pytest", from: "conftest.py" };
  return project.has("tests") || project.has("test")
    ? { runner: "unittest", from: `${marker} and its tests folder` }
    : null;
}

function findRuff(project: Project, start: readonly string[]): readonly FoundCheck[] {
  const file = ["ruff.toml", ".ruff.toml"].find((name) => project.has(name));
  const inProject = (project.text("pyproject.toml") ?? "").includes("[tool.ruff");
  if (file === undefined && !inProject) return [];
  return [{ check: "lint", words: [...start, "-m", "ruff", "check", "."], from: file ?? "pyproject.toml tool.ruff" }];
}

/** The packages of a uv workspace. */
function uvMembers(project: Project): Members {
  const text = project.text("pyproject.toml") ?? "";
  const list = (key: string): readonly string[] => tomlList(text, "tool.uv.workspace", key);
  const excluded = list("exclude").map((pattern) => `!${pattern}`);
  return expandMembers(project, [...list("members"), ...excluded], "pyproject.toml");
}

/** Whether pytest is told to look into folders of which none is a package's. */
function looksElsewhere(project: Project, { folders }: Members): boolean {
  const paths = tomlList(project.text("pyproject.toml") ?? "", "tool.pytest.ini_options", "testpaths");
  const tops = new Set(folders.map((folder) => folder.split("/")[0]));
  return folders.length > 0 && paths.length > 0 && !paths.some((path) => path === "." || tops.has(path.split("/")[0]));
}

const testsOf = (project: Project, { folders }: Members): readonly FoundCheck[] =>
  folders.flatMap((workspace) => {
    const found = findTests(inFolder(project, workspace));
    const words = ["uv", "run", `--directory=${workspace}`, "python", "-m", found?.runner ?? ""];
    return found ? [{ check: "tests" as const, words, from: `${workspace}/${found.from}`, workspace }] : [];
  });

/** Python as the project has it: its own environment, or the tool that makes one. */
function starter(project: Project): readonly string[] {
  const own = [".venv/bin/python", "venv/bin/python"].find((path) => project.has(path));
  if (own !== undefined) return [own];
  if (nearestWith(project, ["uv.lock"]) !== undefined) return ["uv", "run", "python"];
  return project.has("poetry.lock") ? ["poetry", "run", "python"] : ["python3"];
}
