// Bundles the page that `report` fills and the one that `dashboard` serves: a script and a style each, which only those
// commands read.
import { build } from "esbuild";

export const buildPage = (folder) =>
  build({
    entryPoints: [
      { in: "src/page/main.tsx", out: "page" },
      { in: "src/page/page.css", out: "page" },
      { in: "src/page/dashboard/main.tsx", out: "dashboard" },
      { in: "src/page/dashboard/dashboard.css", out: "dashboard" },
    ],
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
