// Bundles the page that `report` fills and the one that `dashboard` serves: one script for both, and a style each, which
// only those commands read.
import { build } from "esbuild";

export const buildPage = (folder) =>
  build({
    entryPoints: [
      { in: "src/report/page/main.tsx", out: "page" },
      { in: "src/report/page/page.css", out: "page" },
      { in: "src/report/page/dashboard/dashboard.css", out: "dashboard" },
    ],
    outdir: `${folder}/page`,
    bundle: true,
    minify: true,
    format: "iife",
    target: ["chrome110", "firefox115", "safari16.4"],
    charset: "ascii",
    legalComments: "none",
    // Shorter than the automatic form, which names the children of every element.
    jsx: "transform",
    jsxFactory: "h",
    jsxFragment: "Fragment",
    inject: ["src/report/page/elements.ts"],
    tsconfigRaw: {},
  });
