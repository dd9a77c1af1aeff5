import { describe, expect, it } from "vitest";
import { wrapInBwrap } from "../../src/sandbox/bwrap.js";
import { dockerCommands, wrapInDocker } from "../../src/sandbox/docker.js";
import { podmanCommands, wrapInPodman } from "../../src/sandbox/podman.js";
import type { SandboxPlan } from "../../src/sandbox/sandbox.js";

const plan: SandboxPlan = {
  kind: "bwrap",
  name: "untildone-r1",
  image: "agents:1",
  network: "on",
  cwd: "/p",
  mounts: [
    { path: "/p", as: "write" },
    { path: "/h", as: "scratch" },
    { path: "/p/.ralph", as: "empty" },
    { path: "/p/.git/hooks", as: "read" },
  ],
  env: { passed: ["HOME", "KEY"], dropped: ["PATH", "SECRET"] },
  user: { uid: 1000, gid: 1001 },
};
const invocation = { words: ["agent", "--yes"], stdin: "the prompt", env: { OWN: "1" } };

/** Whether these words are there, one after the other. */
const holds = (words: readonly string[], ...wanted: readonly string[]): boolean =>
  ` ${words.join(" ")} `.includes(` ${wanted.join(" ")} `);

describe("bwrap", () => {
  const { words, stdin, env } = wrapInBwrap(invocation, plan);

  it("runs the words of the agent, with its input", () => {
    expect(words.slice(words.indexOf("--"))).toEqual(["--", "agent", "--yes"]);
    expect({ first: words[0], stdin }).toEqual({ first: "bwrap", stdin: "the prompt" });
  });

  it("takes away what is not passed, and names no value", () => {
    expect(env).toEqual({ SECRET: undefined, IS_SANDBOX: "1", OWN: "1" });
    expect(words).not.toContain("--setenv");
  });

  it.each([
    [["--bind", "/p", "/p"]],
    [["--tmpfs", "/p/.ralph"]],
    [["--remount-ro", "/p/.ralph"]],
    [["--ro-bind", "/p/.git/hooks", "/p/.git/hooks"]],
    [["--tmpfs", "/h"]],
    [["--unshare-pid"]],
    [["--die-with-parent"]],
    [["--chdir", "/p"]],
    [["--ro-bind-try", "/proc/sys", "/proc/sys"]],
  ])("has %j", (wanted) => {
    expect(holds(words, ...wanted)).toBe(true);
  });

  it.each([
    { change: {}, option: "--unshare-net", expected: false },
    { change: { network: "off" }, option: "--unshare-net", expected: true },
    { change: {}, option: "--cap-drop", expected: false },
    { change: { user: { uid: 0, gid: 0 } }, option: "--cap-drop", expected: true },
  ] as const)("$option with $change: $expected", ({ change, option, expected }) => {
    expect(wrapInBwrap(invocation, { ...plan, ...change }).words.includes(option)).toBe(expected);
  });
});

describe.each([
  { kind: "docker", commands: dockerCommands, wrap: wrapInDocker },
  { kind: "podman", commands: podmanCommands, wrap: wrapInPodman },
] as const)("$kind", ({ kind, commands, wrap }) => {
  it("runs the words of the agent in the container of the run, with names of variables alone", () => {
    const { words, stdin, env } = wrap(invocation, plan, { UNTILDONE_RUN: "r1" });
    expect(words).toEqual([
      ...[kind, "exec", "--interactive", "--workdir", "/p"],
      ...["HOME", "IS_SANDBOX", "KEY", "OWN", "UNTILDONE_RUN"].flatMap((name) => ["--env", name]),
      ...["untildone-r1", "agent", "--yes"],
    ]);
    expect({ stdin, env }).toEqual({ stdin: "the prompt", env: { IS_SANDBOX: "1", OWN: "1" } });
  });

  it("has no input where the prompt is an argument", () => {
    expect(wrap({ ...invocation, stdin: null }, plan, {}).words).not.toContain("--interactive");
  });

  const { start } = commands(plan);

  it.each([
    [["--mount", "type=bind,source=/p,target=/p"]],
    [["--mount", "type=tmpfs,target=/p/.ralph,readonly,tmpfs-mode=0555"]],
    [["--mount", "type=tmpfs,target=/h,tmpfs-mode=1777"]],
    [["--mount", "type=bind,source=/p/.git/hooks,target=/p/.git/hooks,readonly"]],
    [["--cap-drop", "ALL"]],
    [["--pull", "never"]],
    [["--name", "untildone-r1"]],
  ])("starts with %j", (wanted) => {
    expect(holds(start, ...wanted)).toBe(true);
  });

  it("quotes a path with a comma", () => {
    const { start: quoted } = commands({ ...plan, mounts: [{ path: '/a,"b', as: "write" }] });
    expect(quoted).toContain('type=bind,"source=/a,""b","target=/a,""b"');
  });

  it.each([
    { network: "on", expected: false },
    { network: "off", expected: true },
  ] as const)("with the network $network", ({ network, expected }) => {
    expect(holds(commands({ ...plan, network }).start, "--network", "none")).toBe(expected);
  });
});

it("is the same user inside", () => {
  expect(holds(dockerCommands(plan).start, "--user", "1000:1001")).toBe(true);
  expect(holds(podmanCommands(plan).start, "--userns", "keep-id")).toBe(true);
  expect(holds(podmanCommands({ ...plan, user: { uid: 0, gid: 0 } }).start, "--userns")).toBe(false);
});
