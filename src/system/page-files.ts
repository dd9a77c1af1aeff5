import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The built page: beside the folder of the program, or, from the source, where the build puts it. */
export function readPageFiles(): { readonly script: string; readonly style: string } {
  const here = import.meta.url.startsWith("file:") ? import.meta.url : pathToFileURL(import.meta.url).href;
  const read = (name: string): string => {
    try {
      return readFileSync(fileURLToPath(new URL(`../page/${name}`, here)), "utf8");
    } catch {
      return readFileSync(fileURLToPath(new URL(`../../dist/page/${name}`, here)), "utf8");
    }
  };
  return { script: read("page.js"), style: read("page.css") };
}
