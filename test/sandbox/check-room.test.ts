import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseForChecks, withProxies } from "../../src/agents/sandbox/check-env.js";
import { steadyMounts } from "../../src/agents/sandbox/steady-mounts.js";
import type { CannotRun } from "../../src/evidence/checks/cannot-run/cannot-run.js";
import { fixInside } from "../../src/evidence/checks/cannot-run/fix-inside.js";
import { refuseOtherRoom } from "../../src/run/start/run-room.js";

describe("the variables that checks get", () => {
  const secret = "s3cr3t-t0ken-of-mine";
  it.each<[string, string, string[], boolean]>([
    ["LANG", "C", [], true],
    ["JAVA_HOME", "/opt/java", [], true],
    ["NODE_OPTIONS", "--enable-source-maps", [], true],
    ["ANTHROPIC_API_KEY", secret, [], false],
    ["ANTHROPIC_BASE_URL", "http://localhost:1", [], false],
    ["DATABASE_NAME", "test", [], false],
    ["DATABASE_NAME", "test", ["DATABASE_NAME"], true],
    ["MY_TOKEN", secret, ["MY_TOKEN"], false],
    ["DATABASE_URL", `postgres://me:${secret}@db/x`, ["DATABASE_URL"], false],
    ["https_proxy", "http://proxy:1", [], false],
    ["SSH_AUTH_SOCK", "/tmp/agent", [], false],
  ])("%s=%s, named %j: %s", (name, value, named, isPassed) => {
    const { passed, dropped } = chooseForChecks({ [name]: value }, named);
    expect([passed.includes(name), dropped.includes(name)]).toEqual([isPassed, !isPassed]);
  });

  it("are with a network also the way to it", () => {
    const env = { https_proxy: "http://proxy:1", MY_TOKEN: secret };
    const online = withProxies(env, chooseForChecks(env, []));
    expect(online).toEqual({ passed: ["https_proxy"], dropped: ["MY_TOKEN"] });
  });
});

describe("mounts that were decided before an agent was at work", () => {
  const place = (): string => mkdtempSync(join(tmpdir(), "untildone-mounts-"));

  it("are left out where they are gone, and refused where they lead elsewhere", () => {
    const folder = place();
    const [git, other] = [join(folder, "git"), join(folder, "other")];
    mkdirSync(git);
    mkdirSync(other);
    const read = { path: git, as: "read" } as const;
    const empty = { path: join(folder, "not-there"), as: "empty" } as const;
    const steady = steadyMounts([read, empty]);
    expect(steady.now()).toEqual([read, empty]);
    rmSync(git, { recursive: true });
    expect(steady.now()).toEqual([empty]);
    symlinkSync(other, git);
    expect(steady.now()).toBe(`${git} leads elsewhere than when the run began`);
    rmSync(folder, { recursive: true });
  });
});

describe("the fix of a check that cannot run in a sandbox", () => {
  const missing = (is: CannotRun["is"], name: string, by = "shell"): CannotRun => ({ is, name, by, why: "" });
  it.each<[CannotRun, string | null, RegExp]>([
    [missing("program", "sh"), null, /^fix it$/],
    [missing("time", "sh"), "bwrap", /^fix it$/],
    [missing("script", "test"), "bwrap", /^fix it$/],
    [missing("program", "sh"), "bwrap", /^sh is here .*--sandbox-mount \/\S*bin, .*--checks-outside$/],
    [missing("program", "sh"), "docker my-image", /^sh is here .*add it to the image, .*--checks-outside$/],
    [
      missing("program", "sh", "status"),
      "bwrap",
      /^fix it \(the check runs in a sandbox, bwrap: .*--checks-outside\)$/,
    ],
    [missing("program", "no-such-program"), "bwrap", /^fix it \(.*--sandbox-mount FOLDER/],
    [missing("packages", "its packages"), "bwrap", /^fix it \(.*network: true of the check/],
  ])("%j in %s: %s", (cannot, id, expected) => {
    expect(fixInside(cannot, "fix it", { id })).toMatch(expected);
  });
});

describe("a run that is resumed", () => {
  const inside = { sandbox: "bwrap", sandboxImage: null, checksOutside: false } as const;
  const none = { ...inside, sandbox: "none" } as const;
  const image = { sandbox: "docker", sandboxImage: "a:1", checksOutside: false } as const;
  it.each([
    ["bwrap", inside, null],
    ["outside", none, null],
    [undefined, none, null],
    ["outside", { ...inside, checksOutside: true }, null],
    ["docker a:1", image, null],
    ["docker a:1", { ...image, sandboxImage: "a:2" }, "--sandbox docker --sandbox-image a:1 --set checksOutside=false"],
    ["bwrap", none, "--sandbox bwrap --set checksOutside=false"],
    [undefined, inside, "--checks-outside"],
  ])("from checks in %s with %j: %s", (checksIn, config, flags) => {
    const resume = (): void =>
      refuseOtherRoom({ config } as never, { run: "r", baseline: {}, ...(checksIn ? { checksIn } : {}) } as never);
    if (flags === null) expect(resume).not.toThrow();
    else expect(resume).toThrow(expect.objectContaining({ fix: `untildone run --resume ${flags}` }));
  });
});
