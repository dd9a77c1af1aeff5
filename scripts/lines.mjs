// How large the house is: lines, files, rooms, the longest files, those that know most others, and names with several
// meanings. What passes a limit is named.
//   node scripts/lines.mjs [--json]
// Exit status: 0, or 1 if a limit is passed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const src = fileURLToPath(new URL("../src", import.meta.url));

/** Lists of words and of rows: data, counted beside the code. A test sees to it that tables hold nothing else. */
const isTable = (file) => /^agents\/signals\/prose\/languages\/|(?:^|\/)(?:all-[\w-]+|[\w-]+-table)\.ts$/.test(file);
/** A registry names everything it registers, and so does an entry of the package: all that is public. */
const isRegistry = (file) =>
  /(?:^|\/)(?:all-[\w-]+|known-agents|runners|dialects|main)\.ts$|^(?:index|judge|run)\.ts$/.test(file);

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
  .map((file) => {
    const text = readFileSync(join(src, file), "utf8");
    return {
      file,
      lines: text.split("\n").length - 1,
      imports: new Set([...text.matchAll(/^(?:import|export|\}) [^"]*from "(\.[^"]+)";$/gm)].map(([, name]) => name))
        .size,
      types: [...text.matchAll(/^(?:export )?(?:interface|type) ([A-Z]\w*)/gm)].map(([, name]) => name),
    };
  });
const code = files.filter(({ file }) => !isTable(file));
const sum = (list) => list.reduce((all, { lines }) => all + lines, 0);
const longest = code.toSorted((a, b) => b.lines - a.lines);
const knowing = code.filter(({ file }) => !isRegistry(file)).toSorted((a, b) => b.imports - a.imports);
const declaring = new Map();
for (const { file, types } of files)
  for (const name of types) declaring.set(name, (declaring.get(name) ?? new Set()).add(file));

/** What was reached, and may not get worse; what is wished for is in the contributor's guide. */
const counts = [
  { what: "lines of code", count: sum(code), limit: 121_000 },
  { what: "lines of tables", count: sum(files) - sum(code), limit: Infinity },
  { what: "files", count: files.length, limit: Infinity },
  {
    what: "rooms",
    count: new Set(files.flatMap(({ file }) => (file.includes("/") ? [file.split("/")[0]] : []))).size,
    limit: 12,
  },
  { what: "files over 300 lines", count: code.filter(({ lines }) => lines > 300).length, limit: 0 },
  { what: "files over 200 lines", count: code.filter(({ lines }) => lines > 200).length, limit: 17 },
  { what: "most imports of a file", count: knowing[0].imports, limit: 25 },
  { what: "type names in three files", count: [...declaring.values()].filter(({ size }) => size > 2).length, limit: 0 },
];

if (process.argv.includes("--json"))
  console.log(JSON.stringify(Object.fromEntries(counts.map((c) => [c.what, c.count]))));
else {
  for (const { what, count, limit } of counts)
    console.log(
      `${what.padEnd(28)}${String(count).padStart(8)}${limit === Infinity ? "" : `  (limit ${limit})`}${count > limit ? "  PASSED" : ""}`,
    );
  console.log(
    `\nlongest: ${longest
      .slice(0, 5)
      .map(({ file, lines }) => `${file} ${lines}`)
      .join(", ")}`,
  );
  console.log(
    `most imports: ${knowing
      .slice(0, 5)
      .map(({ file, imports }) => `${file} ${imports}`)
      .join(", ")}`,
  );
}
process.exitCode = counts.some(({ count, limit }) => count > limit) ? 1 : 0;
