import { describe, expect, it } from "vitest";
import { wrapInBwrap } from "./bwrap.js";
import { dockerCommands, wrapInDocker } from "./docker.js";
import { podmanCommands, wrapInPodman } from "./podman.js";
import type { SandboxPlan } from "./sandbox.js";

const plan: SandboxPlan = {
  kind: "bwrap",
  name: "untildone-r1",
  image: "agents:1",
  network: "on",
  limits: { memory: "6g", processes: 4096, cpus: null },
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
      ...[kind, "exec", "--interactive", "--user", "1000:1001", "--workdir", "/p"],
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
    [["--init=false"]],
    [["--memory", "6g", "--pids-limit", "4096"]],
    [["--user", "1000:1"]],
    [["--mount", "type=bind,source=/p/.git/hooks,target=/p/.git/hooks,readonly"]],
    [["--cap-drop", "ALL"]],
    [["--pull", "never"]],
    [["--read-only"]],
    [["--entrypoint", "/bin/sh", "agents:1"]],
    [["--name", "untildone-r1"]],
  ])("starts with %j", (wanted) => {
    expect(holds(start, ...wanted)).toBe(true);
  });

  it("quotes a path with a comma", () => {
    const { start: quoted } = commands({ ...plan, mounts: [{ path: '/a,"b', as: "write" }] });
    expect(quoted).toContain('type=bind,"source=/a,""b","target=/a,""b"');
  });

  it.each([
    { network: "on", expected: [] },
    { network: "off", expected: ["none"] },
    { network: "host", expected: ["host"] },
  ] as const)("with the network $network", ({ network, expected }) => {
    const words = commands({ ...plan, network }).start;
    expect(words.filter((_, at) => words[at - 1] === "--network")).toEqual(expected);
  });
});

it.each([
  [dockerCommands, ["--mount", "type=tmpfs,target=/p/.ralph,readonly,tmpfs-mode=0555"]],
  [dockerCommands, ["--tmpfs", "/h:rw,exec,mode=0755,uid=1000,gid=1001"]],
  [podmanCommands, ["--mount", "type=tmpfs,target=/p/.ralph,notmpcopyup,ro,tmpfs-mode=0555"]],
  [podmanCommands, ["--mount", "type=tmpfs,target=/h,notmpcopyup,tmpfs-mode=0755,U=true"]],
] as const)("has folders of its own, in the words of the engine", (commands, wanted) => {
  expect(holds(commands(plan).start, ...wanted)).toBe(true);
  expect(commands(plan).start).not.toContain("--workdir");
});

it("is the same user inside", () => {
  expect(holds(podmanCommands(plan).start, "--userns", "keep-id")).toBe(true);
  expect(holds(podmanCommands({ ...plan, user: { uid: 0, gid: 0 } }).start, "--userns")).toBe(false);
});
