import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";

/** The browser of the system, or one that CHROMIUM names; null if there is none. */
export function findChromium(): string | null {
  const folders = (process.env["PATH"] ?? "").split(":");
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env["CHROMIUM"] ?? "", ...places].find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return path !== "";
  } catch {
    return false;
  }
}

/** Root may not use the browser's own sandbox. */
export const openBrowser = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
