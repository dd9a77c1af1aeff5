import { fileURLToPath } from "node:url";

/** The built CLI. */
export const bin = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));
