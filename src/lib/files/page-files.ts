import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

interface BuiltPage {
  readonly script: string;
  readonly style: string;
}

/** The page of a report. */
export const readPageFiles = (): BuiltPage => ({ script: readBuilt("page.js"), style: readBuilt("page.css") });

/** The page of the dashboard, which shows reports in the same style. */
export const readDashboardFiles = (): BuiltPage => ({
  script: readBuilt("page.js"),
  style: `${readBuilt("page.css")}${readBuilt("dashboard.css")}`,
});

/** A file of the build: beside the folder of the program, or, from the source, where the build puts it. */
function readBuilt(name: string): string {
  const here = import.meta.url.startsWith("file:") ? import.meta.url : pathToFileURL(import.meta.url).href;
  try {
    return readFileSync(fileURLToPath(new URL(`../page/${name}`, here)), "utf8");
  } catch {
    return readFileSync(fileURLToPath(new URL(`../../../dist/page/${name}`, here)), "utf8");
  }
}
