import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { RealCli } from "./real-cli.js";

const run = promisify(execFile);

/** A CLI that can be started, or why it cannot. */
export type Installed =
  | { readonly bin: string; readonly version: string }
  | { readonly bin: null; readonly why: string };

/**
 * Finds a CLI in the folder that UNTILDONE_AGENT_CLIS names, or installs it with npm, from the registry npm is set to,
 * into a folder that is used again.
 */
export async function install(cli: RealCli): Promise<Installed> {
  try {
    const folder = findFolder(cli) ?? (await installWithNpm(cli));
    const bin = join(folder, "node_modules", ".bin");
    return { bin, version: await readVersion(join(bin, cli.name)) };
  } catch (error) {
    return { bin: null, why: `${cli.package} cannot be installed: ${firstLine(error)}` };
  }
}

function findFolder(cli: RealCli): string | undefined {
  const named = (process.env["UNTILDONE_AGENT_CLIS"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...named, cacheFolder(cli)].find((folder) => existsSync(join(folder, "node_modules", ".bin", cli.name)));
}

const cacheRoot = (): string =>
  join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "untildone-agent-clis");

const cacheFolder = ({ name, version }: RealCli): string => join(cacheRoot(), `${name}-${version}`);

/** Installed beside its place and then moved there: two test files may install the same one at once. */
async function installWithNpm(cli: RealCli): Promise<string> {
  const folder = cacheFolder(cli);
  mkdirSync(cacheRoot(), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    const words = ["install", "--prefix", work, "--no-audit", "--no-fund", `${cli.package}@${cli.version}`];
    await run("npm", words, { cwd: work, timeout: 300_000 });
    if (!existsSync(folder)) renameSync(work, folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function readVersion(program: string): Promise<string> {
  const { stdout } = await run(program, ["--version"], { timeout: 60_000 });
  return /\d+\.\d+\.\d+\S*/.exec(stdout)?.[0] ?? stdout.trim();
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split("\n")[0] ?? "";
