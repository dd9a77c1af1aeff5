import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const src = fileURLToPath(new URL("../src", import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"),
);

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(src, file), "utf8").matchAll(
      /^(?:(?:import|export)\b[^"]*\sfrom|\} from|import|.*\bimport\()\s*"([^"]+)"/gm,
    ),
  ].map(([, name = ""]) => (name.startsWith(".") ? relative(src, join(src, dirname(file), name)) : name));
const folderOf = (file: string): string => (file.includes("/") ? (file.split("/")[0] ?? "") : "entry");

/** Each folder may use itself and those before it. `entry` are the files beside the folders: the library and the CLI. */
const layers = [
  ...["base", "core", "system", "rules", "signals", "agents", "sandbox", "trackers", "policies", "config"],
  ...[
    "store",
    "judge",
    "situation",
    "evidence",
    "work",
    "checkpoints",
    "parking",
    "loop",
    "parallel",
    "control",
    "notify",
  ],
  ...["run", "fleet", "hook", "report", "page", "cli", "entry"],
];

it("has a layer for every folder", () => {
  expect(new Set(files.map(folderOf))).toEqual(new Set(layers));
});

it.each(layers)("%s imports only from itself and the layers below", (layer) => {
  const may = layers.slice(0, layers.indexOf(layer) + 1);
  for (const file of files.filter((name) => folderOf(name) === layer))
    for (const name of importsOf(file).filter((each) => each.endsWith(".js")))
      expect(may, `${file} imports ${name}`).toContain(folderOf(name));
});

it.each(["core", "rules", "signals", "policies"])("%s is pure: it touches no system, and no package", (folder) => {
  for (const file of files.filter((name) => folderOf(name) === folder))
    for (const name of importsOf(file)) expect(name, file).toMatch(/^(?:base|core|rules|signals|policies)\//);
});

/** Types alone load nothing, and may know each other. */
const valuesOf = (file: string): string[] =>
  [...readFileSync(join(src, file), "utf8").matchAll(/^(?:import|export) ([^;"]*) from "(\.[^"]+)";/gm)]
    .filter(
      ([, what = ""]) =>
        !what.startsWith("type ") &&
        !what
          .replaceAll(/[{}\s]/g, " ")
          .split(",")
          .every(isType),
    )
    .map(([, , name = ""]) => relative(src, join(src, dirname(file), name)));
const isType = (name: string): boolean => name.trim() === "" || name.trim().startsWith("type ");

const sourceOf = (name: string): string => {
  const file = name.replace(/\.js$/, ".ts");
  return files.includes(file) ? file : `${file}x`;
};

it("has no import cycles", () => {
  const state = new Map<string, "open" | "done">();
  const visit = (file: string, way: readonly string[]): void => {
    if (state.get(file) === "done") return;
    expect(way, `a cycle: ${[...way, file].join(" > ")}`).not.toContain(file);
    for (const name of valuesOf(file)) visit(sourceOf(name), [...way, file]);
    state.set(file, "done");
  };
  for (const file of files) visit(file, []);
});

/** Everything that is loaded with a file. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const name of valuesOf(file)) loadedWith(sourceOf(name), loaded);
  return loaded;
}

it.each(files.filter((file) => /^agents\/(?:known|transcripts)\//.test(file)))(
  "%s loads nothing that starts a process",
  (file) => {
    const loaded = [...loadedWith(file)];
    expect(loaded).not.toContain("system/process.ts");
    expect(loaded.filter((name) => /^agents\/[^/]+$/.test(name) && name !== "agents/known-agents.ts")).toEqual([]);
  },
);

it.each(files.filter((file) => /^agents\/known\//.test(file)))("%s is in the list of known agents", (file) => {
  expect(valuesOf("agents/known-agents.ts")).toContain(file.replace(/\.ts$/, ".js"));
});

it("gives a browser nothing that only Node has", () => {
  for (const entry of ["page/main.tsx", "page/dashboard/main.tsx"])
    for (const file of loadedWith(entry))
      expect(file).toMatch(/^(?:page\/|base\/|core\/words\.ts|report\/run-report\/split-)/);
});

it("keeps node: to the system and the command line", () => {
  for (const file of files)
    if (importsOf(file).some((name) => name.startsWith("node:")))
      expect(file).toMatch(/^(?:system\/|cli\/|(?:cli|run)\.ts)/);
});

it("reads configuration files in one place, and packages on demand only", () => {
  for (const file of files) {
    const names = importsOf(file);
    if (names.some((name) => /^system\/(?:config-file|parse-yaml)/.test(name)))
      expect(file).toBe("config/config-files.ts");
    if (names.includes("yaml")) expect(readFileSync(join(src, file), "utf8")).not.toMatch(/^import (?!type).*"yaml"/m);
  }
});

it("keeps the clock, the process and the dice out of everything pure", () => {
  for (const file of files.filter(
    (name) => !/^(?:(?:cli|run)\.ts|cli\/|system\/|page\/dashboard\/use-now\.ts)/.test(name),
  ))
    expect(readFileSync(join(src, file), "utf8"), file).not.toMatch(
      /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\bprocess\.(?:env|argv|cwd|exit|std)/,
    );
});

it("prints through one writer, which makes everything harmless and masks secrets", () => {
  const writers = files.filter((file) =>
    /process\.std(?:out|err)\b|console\./.test(readFileSync(join(src, file), "utf8")),
  );
  expect(writers.filter((file) => !["cli.ts", "system/print.ts"].includes(file))).toEqual([]);
  expect(files.filter((file) => importsOf(file).includes("system/print.js"))).toEqual(["cli.ts", "system/end-now.ts"]);
});
