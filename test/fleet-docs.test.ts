import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const folder = fileURLToPath(new URL("../docs/fleet", import.meta.url));
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

describe("the compose file of a fleet", () => {
  const { services, volumes } = parse(read("compose.yaml"));
  const { redis, worker } = services;

  it("lets nobody but Redis and the worker's user open the socket", () => {
    const [uid, gid] = redis.user.split(":");
    expect(volumes.socket.driver_opts.o).toBe(`uid=${uid},gid=${gid},mode=0770`);
    expect(redis.command).toContain("--unixsocketperm 770");
    expect(redis.command).toContain("--port 0");
  });

  it("asks for a password, and the worker knows it", () => {
    const [, password] = /--requirepass (\$\{\w+:\?[^}]+\})/.exec(redis.command) ?? [];
    expect(worker.environment.UNTILDONE_REDIS_URL).toBe(`unix://:${password}@/run/redis/redis.sock`);
  });

  it("keeps agents in a sandbox, and has what that needs", () => {
    expect(worker.command).toContain("--sandbox bwrap");
    expect(read("Dockerfile")).toContain("bubblewrap");
  });

  it("does not start a worker again without end", () => expect(worker.restart).toMatch(/^on-failure:\d$/));

  it("is built from where its files are, and ignores all else", () => {
    const root = join(folder, worker.build.context);
    expect(existsSync(join(root, worker.build.dockerfile))).toBe(true);
    const copied = /^COPY (.+) \S+$/m.exec(read("Dockerfile"))?.[1]?.split(" ") ?? [];
    expect(copied.filter((name) => !name.endsWith(".tgz")).every((name) => existsSync(join(root, name)))).toBe(true);
    const lines = read("Dockerfile.dockerignore").split("\n");
    expect(lines).toEqual([expect.any(String), "*", ...copied.map((name) => `!${name}`), ""]);
  });
});

describe("the unit of a worker", () => {
  it("is the one that the page shows", () => {
    const [, shown] = /```ini\n(.+?)```/s.exec(readFileSync(join(folder, "../fleet.md"), "utf8")) ?? [];
    expect(shown).toBe(read("untildone-worker.service"));
  });

  it("does not start a worker again that takes no more tasks", () => {
    expect(read("untildone-worker.service")).toContain("\nRestartPreventExitStatus=1\n");
  });
});
