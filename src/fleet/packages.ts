import { createRequire } from "node:module";
import { UserError } from "../base/errors.js";

export type BullMq = typeof import("bullmq");
export type IoRedis = typeof import("ioredis");

/** The packages of a fleet, which only a fleet needs: they are installed beside untildone, and loaded on demand. */
export function loadPackages(): { readonly bullmq: BullMq; readonly ioredis: IoRedis } {
  const require = createRequire(import.meta.url);
  return { bullmq: load(require, "bullmq"), ioredis: load(require, "ioredis") };
}

function load<T>(require: NodeJS.Require, name: string): T {
  try {
    return require(name);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "MODULE_NOT_FOUND") throw error;
    throw new UserError({
      what: `a fleet needs the package ${name}, which is not installed`,
      where: "untildone fleet",
      fix: "npm install bullmq ioredis (with -g if untildone is installed with -g)",
    });
  }
}

/** What is installed, such as "bullmq 5.1.0". */
export function packageVersions(): readonly string[] {
  const require = createRequire(import.meta.url);
  loadPackages();
  return ["bullmq", "ioredis"].map((name) => `${name} ${readVersion(require, name)}`);
}

function readVersion(require: NodeJS.Require, name: string): string {
  try {
    return String(require(`${name}/package.json`).version);
  } catch {
    return "of an unknown version";
  }
}
