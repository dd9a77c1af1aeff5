import { expect, it } from "vitest";
import { vanished } from "./vanished.js";

const noProcess = "OCI runtime exec failed: exec failed: unable to start container process: read init-p: reset";

it.each([
  ["a killed container with a memory limit", "exit code 137", "", { memory: "128m" }, /--sandbox-memory 128m/],
  ["a killed container without one", "exit code 137", "", {}, /ended or does not answer \(exit code 137\)/],
  [
    "a container that ended by itself",
    "exit code 1",
    "",
    { memory: "128m" },
    /ended or does not answer \(exit code 1\)/,
  ],
  ["one that starts nothing more", null, noProcess, { processes: 60 }, /--sandbox-processes 60/],
  ["the same without a limit", null, noProcess, { processes: -1 }, /ended or does not answer/],
  ["an engine that is gone", null, "Cannot connect to the Docker daemon at x", { processes: 60 }, /does not answer/],
  ["an engine that hangs", null, "docker gave no answer within 30 s", { processes: 60 }, /does not answer/],
] as const)("names the limit that was reached, and no other cause: %s", (_, ended, cause, limits, told) => {
  const plan = { kind: "docker", limits: { memory: null, processes: null, cpus: null, ...limits } } as const;
  expect(vanished(plan, { ended, cause }).what).toMatch(told);
});
