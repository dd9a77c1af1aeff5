import { baseOf, folderOf, stemOf } from "../proof/measured-files/file-index.js";
import { isTestFile } from "../proof/named-tests.js";
import type { AuditedProject } from "./look-at-project.js";

/**
 * Whether anything may use what is declared here: another file names it, its own file does so beyond declaring and
 * exporting it, or its file is a way in, or is loaded by one whose names nobody follows.
 */
export function findUse(name: string, files: readonly string[], project: AuditedProject): boolean {
  const sources = files.filter((path) => !isTestFile(path));
  const [only, ...others] = sources;
  if (only === undefined || others.length > 0 || project.find(name).tests.length > 0) return true;
  if (isWayIn(only, project)) return true;
  const code = project.code(only);
  const uses = project.count(name, only) - declarations(name, code);
  return uses > 0 || isLoaded(only, project);
}

/** Languages whose declarations are known. */
export const isReadable = (path: string): boolean => /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|cs|swift)$/.test(path);

/** Whether a name is made here, rather than used or imported. In doubt it is. */
export function isDeclared(name: string, code: string): boolean {
  const word = name.replaceAll("$", "\\$");
  const keyword = `(?:function\\*?|class|def|fn|func|fun|struct|trait|interface|type|enum|const|let|var|val|object|record|module|macro_rules!)\\s+(?:\\([^)\\n]*\\)\\s*)?(?:\\w+\\.)?${word}(?![\\w$])`;
  const member = `(?:^|[\\s.{,;"'])${word}["']?\\??\\s*(?:[:=](?!=)|(?:<[^>\\n]*>)?\\([^)]*\\)\\s*(?:[:{]|=>|throws|->))`;
  return new RegExp(`${keyword}|${member}`, "m").test(code);
}

/** Where a name is declared or only passed out. */
function declarations(name: string, code: string): number {
  const word = name.replaceAll("$", "\\$");
  const shapes = [
    `(?:function\\*?|class|def|fn|func|struct|trait|interface|type|enum|const|let|var|val|fun|static|public|private|async)\\s+(?:\\([^)\\n]*\\)\\s*)?${word}(?![\\w$])`,
    `^\\s*export\\s*(?:default\\s+${word}|\\{[^}]*\\b${word}\\b[^}]*\\})`,
    `exports(?:\\.default)?\\s*=\\s*(?:\\{[^}]*)?\\b${word}\\b`,
    `exports\\.${word}\\b(?:\\s*=\\s*${word}\\b)?`,
    `__all__\\s*=.*["']${word}["']`,
  ];
  return shapes.reduce((sum, shape) => sum + (code.match(new RegExp(shape, "gm"))?.length ?? 0), 0);
}

/** Started by a runner, a framework or a person, or what others install. */
function isWayIn(path: string, project: AuditedProject): boolean {
  if (conventional.test(path) || !/\.(?:[cm]?[jt]sx?|py)$/.test(path)) return true;
  const base = baseOf(path);
  return project.sources.some(
    (each) => settings.test(each) && (project.text(each) ?? "").includes(base.replace(/\.\w+$/, "")),
  );
}

const conventional =
  /(?:^|\/)(?:index|main|__init__|__main__|mod|lib|app|cli|server|setup|manage|conftest|wsgi|asgi)\.\w+$|(?:^|\/)(?:pages|app|routes|api|migrations|commands|bin|scripts?|examples?|plugins?|hooks?|public|static|views|controllers|models|handlers|jobs|tasks)\/|\.config\.\w+$|\.d\.ts$|\.(?:stories|page|route)\.\w+$/;
const settings =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|Makefile|Dockerfile|[^/]+\.ya?ml|tsconfig[^/]*\.json|vite\.config\.\w+|[^/]+\.html)$/;

/** Another file loads this one as a whole, or all of its folder. */
function isLoaded(path: string, project: AuditedProject): boolean {
  const stem = stemOf(path).replaceAll(/[$.*+?^{}()|[\]\\-]/g, "\\$&");
  const whole = new RegExp(
    `(?:import\\s+\\*|export\\s+\\*|import\\s*\\(|require\\(|from\\s+[\\w.]*${stem}\\s+import\\s+\\*|import\\s+[\\w.]*\\b${stem}\\b)[^\\n]*`,
  );
  const folder = baseOf(folderOf(path));
  return project.sources.some((other) => {
    if (other === path || isTestFile(other)) return false;
    const [line = ""] = whole.exec(project.code(other)) ?? [];
    return line !== "" && (line.includes(stemOf(path)) || (folder !== "" && line.includes(`/${folder}`)));
  });
}

/** Declared, and nothing in it: no body, or one that says it is not written. */
export function isStub(name: string, code: string): boolean {
  const word = name.replaceAll("$", "\\$");
  const todo = `(?:throw\\s+new\\s+\\w*Error\\([^)]*(?:not\\s+implemented|todo)[^)]*\\)|raise\\s+NotImplementedError[^\\n]*|todo!\\(\\)|unimplemented!\\(\\)|pass|\\.\\.\\.|panic\\("(?:not implemented|todo)[^)]*\\))`;
  const braces = new RegExp(
    `(?:function\\*?|fn|func)\\s+${word}\\s*(?:<[^>]*>)?\\([^)]*\\)[^{;\\n]{0,80}\\{\\s*(?:${todo};?)?\\s*\\}|(?:const|let)\\s+${word}\\s*=[^=\\n]*=>\\s*\\{\\s*(?:${todo};?)?\\s*\\}`,
    "i",
  );
  const python = new RegExp(
    `def\\s+${word}\\([^)]*\\)[^:\\n]*:\\s*(?:("""[^"]*"""|'''[^']*''')\\s*)?${todo}\\s*(?:\\n(?!\\s)|$)`,
    "i",
  );
  return braces.test(code) || python.test(code);
}
