import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // A busy two-core machine: a test that starts processes may be slow without being wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
