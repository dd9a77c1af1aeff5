import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Config, loadConfig } from "../src/config/load.js";
import type { ConfigFlags } from "../src/config/read-flags.js";
import { UserError } from "../src/lib/errors.js";

export interface Given {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** In the user's home. */
  readonly home?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: ConfigFlags;
}

/** The configuration of a project made of these files. */
export function configOf({ files = {}, home = {}, env = {}, flags = {} }: Given): Config {
  const root = mkdtempSync(join(tmpdir(), "untildone-config-"));
  try {
    const cwd = write(join(root, "project"), files);
    return loadConfig({ cwd, home: write(join(root, "home"), home), env, flags });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** A folder for one test. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), "untildone-config-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return write(root, files);
}

function write(root: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  mkdirSync(root, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

/** The mistake told about these, as one text. Anything but a mistake of the user's is thrown on. */
export function mistakeIn(given: Given): string {
  try {
    configOf(given);
  } catch (error) {
    if (error instanceof UserError) return `${error.what} | ${error.where} | ${error.fix}`;
    throw error;
  }
  return "no mistake";
}
