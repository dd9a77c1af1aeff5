import type { Plugin } from "esbuild";

export const rawText: Plugin;
