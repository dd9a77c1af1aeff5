// Bundles the page that `report` fills: one script and one style, which only that command reads.
import { build } from "esbuild";

export const buildPage = (folder) =>
  build({
    entryPoints: ["src/page/main.tsx", "src/page/page.css"],
    entryNames: "page",
    outdir: `${folder}/page`,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome110", "firefox115", "safari16.4"],
    charset: "ascii",
    legalComments: "none",
    jsx: "automatic",
    jsxImportSource: "preact",
  });
