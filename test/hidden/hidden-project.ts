import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bin, Workplace } from "../e2e/cli.js";

/** Words that stand in the hidden files alone: wherever else one is found, something leaked. */
export const secret = "QUIET-HERON";
export const requirement = "slug(text) lowercases, and puts one dash in place of spaces";

const acceptance = `// ${secret}
import assert from "node:assert";
import { test } from "node:test";
import { slug } from "../src/slug.js";
test("${secret} lowercases", () => assert.equal(slug("Ab"), "ab"));
test("${secret} puts one dash", () => assert.equal(slug("a  b c"), "a-b-c"));
`;
export const wrong = "export const slug = (text) => text.toLowerCase();\n";
export const right = 'export const slug = (text) => text.toLowerCase().replaceAll(/ +/g, "-");\n';
const claims = { STATUS: "COMPLETE" };

export const step = (source: string, more: object = {}) => ({
  write: { "src/slug.js": source },
  say: "Wrote slug.",
  status: claims,
  ...more,
});

interface HiddenProject {
  readonly steps: readonly object[];
  readonly check?: object;
  readonly isGit?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  readonly tasks?: string;
}

/** A project with a hidden check, and an agent that plays the steps. */
export function hiddenProject({ steps, check = {}, isGit = true, files = {}, tasks }: HiddenProject): Workplace {
  const place = new Workplace();
  place.write("package.json", JSON.stringify({ type: "module", scripts: { test: "node --test test/*.test.js" } }));
  place.write("test/base.test.js", 'import { test } from "node:test";\ntest("base", () => {});\n');
  place.write("src/other.js", "export const other = 1;\n");
  place.write("acceptance/slug.test.js", acceptance);
  place.write("acceptance/data/cases.txt", `${secret}\n`);
  place.write(".gitignore", ".ralph/script.json\n");
  place.write("TODO.md", tasks ?? "- [ ] T1: write slug(text) in src/slug.js\n");
  const own = {
    command: "node --test acceptance/slug.test.js",
    hidden: true,
    files: ["acceptance/**"],
    requirement,
    ...check,
  };
  place.write(".ralph/config.json", JSON.stringify({ checks: { acceptance: own } }));
  place.write(".ralph/script.json", JSON.stringify({ steps }));
  for (const [name, text] of Object.entries(files)) place.write(name, text);
  if (isGit) place.commitAll();
  return place;
}

export const runWords = ["run", "--agent", "scripted", "--script", ".ralph/script.json", "--json"];

export const git = (place: Pick<Workplace, "path">, ...words: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync("git", words, { cwd: place.path, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
  return stdout;
};

/** Every file below a folder with its mode, its time and its content. */
export function fingerprint(folder: string): Readonly<Record<string, string>> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }).sort() : [];
  return Object.fromEntries(
    names.flatMap((name) => {
      const stats = lstatSync(join(folder, name));
      if (!stats.isFile()) return [];
      const content = createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex");
      return [[name, `${(stats.mode & 0o777).toString(8)} ${Math.round(stats.mtimeMs)} ${content}`]];
    }),
  );
}

/** Files below a folder that hold a text. */
export function filesWith(folder: string, text: string, except: (path: string) => boolean = () => false): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(folder, name);
    return !except(name) && lstatSync(path).isFile() && readFileSync(path).includes(text);
  });
}

/** A run that goes on beside the test. */
export function startRun(place: Workplace, words: readonly string[] = []): { child: ChildProcess; out(): string } {
  let out = "";
  const child = spawn(process.execPath, [bin, ...runWords, ...words], {
    cwd: place.path,
    stdio: ["ignore", "pipe", "pipe"],
    env: place.ownEnv,
  });
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    out += chunk;
  });
  return { child, out: () => out };
}

/** Waits until something is so. */
export async function until(isSo: () => boolean, seconds = 40): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`it did not become so within ${seconds} s: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Processes that wait to put files back, of a run. */
export function restorersOf(pid: number): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8");
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      return words.includes("untildone-restorer") && Number(parent) === pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}
