import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // A busy two-core machine: a test that starts processes may be slow without being wrong.
    testTimeout: 60_000,
    // Every core: by default one is left idle, which is half of a two-core machine.
    maxWorkers: availableParallelism(),
    hookTimeout: 60_000,
  },
});
