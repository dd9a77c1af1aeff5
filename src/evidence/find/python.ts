import type { Finder, FoundCommand, Project } from "./project.js";

/** pytest where the project mentions it, else the standard library's own runner where there are tests; ruff where configured. */
export const findInPython: Finder = (project) => {
  const configured = [
    "pyproject.toml",
    "pytest.ini",
    "tox.ini",
    "setup.cfg",
    "requirements-dev.txt",
    "requirements.txt",
  ];
  const marker = [...configured, "setup.py", "conftest.py"].find((name) => project.has(name));
  if (marker === undefined) return [];
  const start = starter(project);
  const pytest = configured.find((name) => name === "pytest.ini" || (project.text(name) ?? "").includes("pytest"));
  const found: FoundCommand[] = [];
  if (pytest !== undefined && project.has(pytest))
    found.push({ check: "tests", words: [...start, "-m", "pytest"], from: pytest });
  else if (project.has("conftest.py"))
    found.push({ check: "tests", words: [...start, "-m", "pytest"], from: "conftest.py" });
  else if (project.has("tests") || project.has("test"))
    found.push({ check: "tests", words: [...start, "-m", "unittest"], from: `${marker} and its tests folder` });
  const ruff = ["ruff.toml", ".ruff.toml"].find((name) => project.has(name));
  const inProject = (project.text("pyproject.toml") ?? "").includes("[tool.ruff");
  if (ruff !== undefined || inProject)
    found.push({
      check: "lint",
      words: [...start, "-m", "ruff", "check", "."],
      from: ruff ?? "pyproject.toml tool.ruff",
    });
  return found;
};

/** Python as the project has it: its own environment, or the tool that makes one. */
function starter(project: Project): readonly string[] {
  const own = [".venv/bin/python", "venv/bin/python"].find((path) => project.has(path));
  if (own !== undefined) return [own];
  if (project.has("uv.lock")) return ["uv", "run", "python"];
  return project.has("poetry.lock") ? ["poetry", "run", "python"] : ["python3"];
}
