import type { Finder, Project } from "./project.js";

/** Go: the module in the folder, or every module that go.work names. */
export const findInGo: Finder = (project) => {
  const from = project.has("go.work") ? "go.work" : "go.mod";
  const packages = from === "go.work" ? readWork(project) : project.has(from) ? ["./..."] : [];
  if (packages.length === 0) return [];
  return [
    // Without a count, results of earlier runs are repeated.
    { check: "tests", words: ["go", "test", "-count=1", ...packages], from },
    { check: "build", words: ["go", "build", ...packages], from },
    { check: "lint", words: ["go", "vet", ...packages], from },
  ];
};

/** The modules in the project's folder, as patterns of their packages. */
function readWork(project: Project): readonly string[] {
  const text = (project.text("go.work") ?? "").replaceAll(/\/\/[^\n]*/g, "");
  const blocks = [...text.matchAll(/^\s*use\s*(?:\(([^)]*)\)|([^\s(][^\n]*))/gm)];
  const folders = blocks.flatMap(([, many, one]) => (many ?? one ?? "").split("\n")).map(plainFolder);
  const inside = folders.filter(
    (folder) => folder === "." || (/^\w|^\.\w/.test(folder) && project.has(`${folder}/go.mod`)),
  );
  return [...new Set(inside)].map((folder) => (folder === "." ? "./..." : `./${folder}/...`));
}

const plainFolder = (text: string): string =>
  text
    .trim()
    .replace(/^(["`])(.*)\1$/, "$2")
    .replace(/^\.\/(?=.)/, "")
    .replace(/(?<=.)\/+$/, "");
