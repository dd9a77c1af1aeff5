import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const engineTests = "test/processes/{engine-*,engines,checks-in-engines}.test.ts";

export default defineConfig({
  test: {
    // A busy two-core machine: a test that starts processes may be slow without being wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    globalSetup: "test/state-home.ts",
    // Every core: by default one is left idle, which is half of a two-core machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          // Recordings of real CLIs are not ours to ship: their tests are there where UNTILDONE_RECORDINGS names a folder.
          exclude: [
            "test/processes/**",
            "test/real-agents/**",
            "test/browser/**",
            ...(process.env["UNTILDONE_RECORDINGS"] ? [] : ["**/recordings.test.ts"]),
          ],
          // One worker loads the source once for all its files: no test changes what another one sees.
          isolate: false,
        },
      },
      // What only real processes can show, and takes its time: started, timed out, signalled, killed, piped.
      {
        extends: true,
        test: { name: "processes", include: ["test/processes/*.test.ts"], exclude: [engineTests] },
      },
      // The real docker, podman and bwrap, as root and as another user: those that are here.
      { extends: true, test: { name: "engines", include: [engineTests] } },
      // The page of a report in a real browser, if there is one.
      { extends: true, test: { name: "browser", include: ["test/browser/*.test.ts"] } },
      // The real CLIs, installed from the registry, against a model of our own.
      { extends: true, test: { name: "agents", include: ["test/real-agents/*.test.ts"] } },
    ],
  },
});
