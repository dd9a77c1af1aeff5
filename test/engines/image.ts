import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findExecutable } from "../../src/lib/process/programs.js";

const usual = [
  ...[
    "sh",
    "test",
    "cat",
    "ls",
    "sed",
    "grep",
    "sleep",
    "mkdir",
    "rm",
    "mv",
    "cp",
    "touch",
    "chmod",
    "chown",
    "ln",
    "id",
    "env",
  ],
  ...[
    "sort",
    "head",
    "tail",
    "wc",
    "stat",
    "mknod",
    "mount",
    "umount",
    "setsid",
    "true",
    "dd",
    "readlink",
    "bash",
    "find",
    "tr",
    "unshare",
  ],
];

export interface ImageParts {
  /** Programs of this machine, beside the usual ones. */
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  /** Programs that are shown from outside, which need their libraries. */
  readonly libraries?: readonly string[];
  /** Scripts in /bin, by their names. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** The number of a processor (ELF) that its programs say they are for. */
  readonly processor?: number;
}

/** A small system of programs of this machine as a tar file, for an engine to import: nothing is loaded from anywhere. */
export function makeImageTar({
  with: more = ["git"],
  without = [],
  libraries = [],
  scripts = {},
  processor,
}: ImageParts = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "untildone-image-"));
  const root = join(folder, "root");
  for (const name of ["bin", "etc", "tmp", "proc", "sys", "dev", "run", "var/tmp", "usr/lib"])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ["tmp", "var/tmp"]) chmodSync(join(root, name), 0o1777);
  symlinkSync("../bin", join(root, "usr/bin"));
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  for (const name of [...usual, ...more].filter((each) => !without.includes(each))) addProgram(root, name);
  for (const file of libraries) addLibraries(root, file);
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(root, "bin", name), text, { mode: 0o755 });
  const gitCore = "/usr/lib/git-core";
  if (more.includes("git") && existsSync(gitCore)) cpSync(gitCore, join(root, gitCore), { recursive: true });
  if (processor !== undefined) setProcessor(join(root, "bin"), processor);
  const tar = join(folder, "image.tar");
  execFileSync("tar", ["-C", root, "-cf", tar, "."]);
  rmSync(root, { recursive: true });
  chmodSync(folder, 0o755); // Others import it, too.
  return tar;
}

function addProgram(root: string, name: string): void {
  const file = findExecutable(name, { path: process.env["PATH"] ?? "", cwd: "/" });
  if (file === null) return;
  cpSync(realpathSync(file), join(root, "bin", name), { dereference: true });
  addLibraries(root, file);
}

function setProcessor(folder: string, processor: number): void {
  for (const name of readdirSync(folder)) {
    const program = readFileSync(join(folder, name));
    program.writeUInt16LE(processor, 18);
    writeFileSync(join(folder, name), program);
  }
}

function addLibraries(root: string, file: string): void {
  const needed = spawnSync("ldd", [file], { encoding: "utf8" }).stdout.match(/\/\S+/g) ?? [];
  for (const library of needed) {
    const at = join(root, library);
    if (existsSync(at) || !existsSync(library)) continue;
    mkdirSync(dirname(at), { recursive: true });
    cpSync(realpathSync(library), at);
  }
}

export const removeImageTar = (tar: string): void => rmSync(dirname(tar), { recursive: true });
