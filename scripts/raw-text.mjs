// Programs in other languages are files of their own, and `?raw` makes them texts (as Vite does, which runs the tests).
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

export const rawText = {
  name: "raw-text",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\?raw$/ }, ({ path, importer }) => ({
      path: resolve(dirname(importer), path.slice(0, -"?raw".length)),
      namespace: "raw",
    }));
    onLoad({ filter: /./, namespace: "raw" }, ({ path }) => ({ contents: readFileSync(path, "utf8"), loader: "text" }));
  },
};
