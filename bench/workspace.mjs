// What an iteration costs in a big project, agent aside: nothing changed, all changed, without git; and a deep tree.
//   node bench/workspace.mjs [files]   (50,000)
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const files = Number(process.argv[2] ?? 50_000);
const cli = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const place = mkdtempSync(join(tmpdir(), "untildone-bench-"));
const peak = `process.on("exit",()=>process.stderr.write("peak "+process.resourceUsage().maxRSS))`;
const preload = `data:text/javascript,${encodeURIComponent(peak)}`;

const touchAll = `const { readdirSync, appendFileSync } = require("node:fs");
for (const entry of readdirSync("src", { recursive: true, withFileTypes: true }))
  if (entry.isFile()) appendFileSync((entry.parentPath ?? entry.path) + "/" + entry.name, "export const more = 1;\\n");
`;

function project(name, hasGit) {
  const cwd = join(place, name);
  for (let at = 0; at < files; at++) {
    const folder = join(cwd, `src/part-${at % 20}/folder-${at % 500}`);
    if (at < 500) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${at}.js`), `export const value${at} = ${at};\n`.repeat(1 + (at % 60)));
  }
  const git = (...words) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...words], { cwd });
  writeFileSync(join(cwd, ".gitignore"), ".ralph/\ndist/\n*.log\n");
  writeFileSync(join(cwd, "TODO.md"), "- [ ] T1: one\n");
  writeFileSync(join(cwd, "touch-all.cjs"), touchAll);
  if (!hasGit) return cwd;
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
  return cwd;
}

/** One folder in another, each with a file. */
function deepProject(depth) {
  const cwd = join(place, "deep");
  mkdirSync(cwd);
  writeFileSync(join(cwd, "TODO.md"), "- [ ] T1: one\n");
  const make = `const fs = require("node:fs"); for (let at = 0; at < ${depth}; at++) {
    fs.mkdirSync("d"); process.chdir("d"); for (let n = 0; n < 10; n++) fs.writeFileSync("f" + n, String(at)); }`;
  execFileSync(process.execPath, ["-e", make], { cwd });
  return cwd;
}

function run(cwd, step, iterations) {
  mkdirSync(join(cwd, ".ralph"), { recursive: true });
  writeFileSync(join(cwd, ".ralph/script.json"), JSON.stringify({ steps: [{ say: "I went on.", ...step }] }));
  const words = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--tasks", "TODO.md", "--json"];
  const caps = ["--max-iterations", String(iterations), "--set", "stagnationLoops=0"];
  const env = { ...process.env, XDG_STATE_HOME: join(place, "state") };
  const begun = performance.now();
  const ran = spawnSync(process.execPath, ["--import", preload, cli, ...words, ...caps], {
    ...{ cwd, env, encoding: "utf8", maxBuffer: 1 << 28 },
  });
  const ms = performance.now() - begun;
  rmSync(join(cwd, ".ralph"), { recursive: true, force: true });
  const events = ran.stdout.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const agentMs = events
    .filter(({ type }) => type === "agent-end")
    .reduce((sum, { seconds }) => sum + seconds * 1e3, 0);
  return { ms: ms - agentMs, mb: Number(/peak (\d+)/.exec(ran.stderr)?.[1] ?? 0) / 1024 };
}

/** The difference between five iterations and one, so that the start does not count. */
function measure(name, cwd, step) {
  const one = run(cwd, step, 1);
  const five = run(cwd, step, 5);
  const each = (five.ms - one.ms) / 4;
  const figures = [
    `${(each / 1000).toFixed(2)} s`,
    `the first ${(one.ms / 1000).toFixed(2)} s`,
    `${five.mb.toFixed(0)} MB`,
  ];
  console.log(`${name.padEnd(26)} ${figures.join(", ")}`);
}

try {
  const cwd = project("git", true);
  measure("nothing changed", cwd, {});
  measure("one file changed", cwd, { append: { "TODO.md": "\n" } });
  measure("all changed", cwd, { shell: "node touch-all.cjs" });
  const plain = project("plain", false);
  measure("without git", plain, {});
  measure("without git, all changed", plain, { shell: "node touch-all.cjs" });
  measure("deep, without git", deepProject(Number(process.argv[3] ?? 1_000)), {});
} finally {
  rmSync(place, { recursive: true, force: true });
}
