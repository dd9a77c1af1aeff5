import { UserError } from "../lib/errors.js";
import { loadPackage } from "../lib/process/load-package.js";

export type BullMq = typeof import("bullmq");
export type IoRedis = typeof import("ioredis");

/** The packages of a fleet, which only a fleet needs: they are installed beside untildone, and loaded on demand. */
export const loadPackages = (): { readonly bullmq: BullMq; readonly ioredis: IoRedis } => ({
  bullmq: demand("bullmq"),
  ioredis: demand("ioredis"),
});

function demand<T>(name: string): T {
  const found = loadPackage<T>(name);
  if (found !== null) return found;
  throw new UserError({
    what: `a fleet needs the package ${name}, which is not installed`,
    where: "untildone fleet",
    fix: "npm install bullmq ioredis (with -g if untildone is installed with -g)",
  });
}

/** What is installed, such as "bullmq 6.7.0". */
export function packageVersions(): readonly string[] {
  loadPackages();
  return ["bullmq", "ioredis"].map((name) => {
    const about = loadPackage<{ readonly version: string }>(`${name}/package.json`);
    return `${name} ${about?.version ?? "of an unknown version"}`;
  });
}
