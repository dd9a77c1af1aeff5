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
  ]
    .filter(([, name = ""]) => !name.endsWith("?raw"))
    .map(([, name = ""]) => (name.startsWith(".") ? relative(src, join(src, dirname(file), name)) : name));
/** `run.ts` is the door of its room: what others may use of it is what the package exports as `untildone/run`. */
const roomOf = (file: string): string =>
  file.includes("/") ? (file.split("/")[0] ?? "") : /^run\.[jt]s$/.test(file) ? "run" : "entry";

/**
 * The rooms, floor by floor from the ground, and which rooms of its own floor each may use. All of the floors below are
 * open to everybody. `entry` are the files beside the rooms: the library and the CLI.
 */
const floors: readonly Readonly<Record<string, readonly string[]>>[] = [
  { lib: [] },
  { decide: [] },
  { agents: [], tasks: [], config: ["agents"], store: [], evidence: ["agents", "tasks", "config"] },
  { run: [] },
  { fleet: [], report: ["fleet"], hook: [], cli: ["fleet", "report", "hook"] },
  { entry: ["cli", "report"] },
];
const rooms = floors.flatMap((floor) => Object.keys(floor));

it("has a place for every room", () => {
  expect(new Set(files.map(roomOf))).toEqual(new Set(rooms));
});

it.each(rooms)("%s imports only what its floor allows, and floors below", (room) => {
  const level = floors.findIndex((floor) => room in floor);
  const below = floors.slice(0, level).flatMap((floor) => Object.keys(floor));
  const may = [room, ...below, ...(floors[level]?.[room] ?? [])];
  for (const file of files.filter((name) => roomOf(name) === room))
    for (const name of importsOf(file).filter((each) => each.endsWith(".js")))
      expect(may, `${file} imports ${name}`).toContain(roomOf(name));
});

it("lets the fleet use what any program can: the public API of run, and the ground floor", () => {
  for (const file of files.filter((name) => roomOf(name) === "fleet"))
    for (const name of importsOf(file).filter((each) => each.endsWith(".js")))
      expect(name, file).toMatch(/^(?:fleet\/|lib\/|run\.js$)/);
});

/** Types alone load nothing, and may know each other. */
const valuesOf = (file: string): string[] =>
  [...readFileSync(join(src, file), "utf8").matchAll(/^(?:import|export) ([^;"]*) from "(\.[^"?]+)";/gm)]
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

/** The folders inside `run`. A file beside them is a node of its own: `run.ts` uses the folders, and they use `session.ts`. */
const nodeOf = (file: string): string => {
  const [, ...rest] = file.split("/");
  return rest.length > 1 ? (rest[0] ?? "") : file;
};

it("has no cycles among the folders of run", () => {
  const uses = new Map<string, Set<string>>();
  for (const file of files.filter((name) => roomOf(name) === "run"))
    for (const other of valuesOf(file)
      .map(sourceOf)
      .filter((name) => roomOf(name) === "run")) {
      const [from, to] = [nodeOf(file), nodeOf(other)];
      if (from !== to) uses.set(from, (uses.get(from) ?? new Set()).add(to));
    }
  const visit = (node: string, way: readonly string[]): void => {
    expect(way, `a cycle: ${[...way, node].join(" > ")}`).not.toContain(node);
    for (const next of uses.get(node) ?? []) visit(next, [...way, node]);
  };
  for (const node of uses.keys()) visit(node, []);
});

it("needs no more than 25 other files to say what a file of run or of the fleet does", () => {
  const counted = files
    .filter((name) => name !== "run.ts" && ["run", "fleet"].includes(roomOf(name)))
    .map((file) => [file, importsOf(file).length] as const);
  expect(counted.filter(([, count]) => count > 25)).toEqual([]);
});

it("puts together what the judge reads in one place only", () => {
  const assembling = files.filter((file) => valuesOf(file).includes("run/judge/judge.js"));
  expect(assembling.filter((file) => /\bjudge\(/.test(readFileSync(join(src, file), "utf8")))).toEqual([
    "run/session.ts",
    "run/units/task-record.ts",
  ]);
});

/** Everything that is loaded with a file. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const name of valuesOf(file)) loadedWith(sourceOf(name), loaded);
  return loaded;
}

const needsNode = (file: string): boolean => importsOf(file).some((name) => !/\.js$/.test(name));

it.each(["decide", "agents/signals"])("%s is pure: nothing that is loaded with it touches the system", (folder) => {
  for (const file of files.filter((name) => name.startsWith(`${folder}/`)))
    expect([...loadedWith(file)].map(sourceOf).filter(needsNode), file).toEqual([]);
});

it.each(files.filter((file) => /^agents\/(?:known|transcripts)\//.test(file)))(
  "%s loads nothing that starts a process",
  (file) => {
    const loaded = [...loadedWith(file)];
    expect(loaded).not.toContain("lib/process/process.ts");
    expect(
      loaded.filter((name) => /^agents\/(?:start\/|[^/]+$)/.test(name) && name !== "agents/known-agents.ts"),
    ).toEqual([]);
  },
);

it.each(files.filter((file) => /^agents\/known\//.test(file)))("%s is in the list of known agents", (file) => {
  expect(valuesOf("agents/known-agents.ts")).toContain(file.replace(/\.ts$/, ".js"));
});

it("gives a browser nothing that only Node has", () => {
  for (const file of [...loadedWith("report/page/main.tsx")].map(sourceOf)) {
    expect(file).toMatch(/^(?:report\/page\/|lib\/|decide\/words\.ts)/);
    if (!file.startsWith("report/page/")) expect(needsNode(file), file).toBe(false);
  }
});

it("keeps node: to the ground floor and the command line", () => {
  for (const file of files)
    if (importsOf(file).some((name) => name.startsWith("node:")))
      expect(file).toMatch(/^(?:lib\/|cli\/|(?:cli|run)\.ts)/);
});

it("reads configuration files in one place, and packages on demand only", () => {
  for (const file of files) {
    const names = importsOf(file);
    if (names.some((name) => /^lib\/files\/(?:config-file|parse-yaml)/.test(name)))
      expect(["config/config-files.ts", "config/write-settings.ts", "cli/eval/read-set.ts"]).toContain(file);
    if (names.includes("yaml")) expect(readFileSync(join(src, file), "utf8")).not.toMatch(/^import (?!type).*"yaml"/m);
  }
});

it("keeps the clock, the process and the dice out of everything pure", () => {
  for (const file of files.filter(
    (name) => !/^(?:(?:cli|run)\.ts|cli\/|lib\/|report\/page\/dashboard\/use-now\.ts)/.test(name),
  ))
    expect(readFileSync(join(src, file), "utf8"), file).not.toMatch(
      /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\bprocess\.(?:env|argv|cwd|exit|std)/,
    );
});

it("prints through one writer, which makes everything harmless and masks secrets", () => {
  const writers = files.filter((file) =>
    /process\.std(?:out|err)\b|console\./.test(readFileSync(join(src, file), "utf8")),
  );
  expect(writers.filter((file) => !["cli.ts", "lib/terminal/print.ts"].includes(file))).toEqual([]);
  expect(files.filter((file) => importsOf(file).includes("lib/terminal/print.js"))).toEqual([
    "cli.ts",
    "lib/terminal/end-now.ts",
  ]);
});
