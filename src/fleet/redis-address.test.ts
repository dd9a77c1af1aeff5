import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { describeReach } from "../cli/fleet/look-at-redis.js";
import { type AgentPlace, refuseOpenRedis } from "./agent-reach.js";
import { isAllowed } from "./allow-repo.js";
import { explain } from "./connect.js";
import { findLack, readAddress } from "./redis-address.js";
import { explainRefusal } from "./redis-refusal.js";
import { refuseUrl } from "./repository-url.js";

describe("--allow-repo", () => {
  it.each([
    ["https://github.com/acme/shop", "https://github.com/acme/shop", true],
    ["https://github.com/acme/shop", "https://github.com/acme/*", true],
    ["https://github.com/acme/shop/x", "https://github.com/acme/*", false],
    ["https://github.com/acme/shop/x", "https://github.com/acme/**", true],
    ["https://github.com/acmeevil/shop", "https://github.com/acme/*", false],
    ["https://github.com/acme", "https://github.com/acme/*", false],
    ["https://evil.com/?https://github.com/acme/shop", "https://github.com/acme/*", false],
    ["https://githubxcom/acme/shop", "https://github.com/acme/*", false],
    ["https://github.com/acme/shop.git", "*", false],
    ["https://github.com/acme/shop.git", "**", true],
    ["git@github.com:acme/shop", "git@github.com:acme/*", true],
    ["git@github.com:acme/shop\nx", "git@github.com:acme/**", false],
    ["/srv/a+b (1)/x.git", "/srv/a+b (1)/*", true],
    ["/srv/aab (1)/x.git", "/srv/a+b (1)/*", false],
    ["/srv/x", "", false],
    ["", "*", true],
  ])("%j by %j: %s", (url, pattern, is) => {
    expect(isAllowed(url, [pattern])).toBe(is);
  });

  it("allows nothing without a pattern, and what any pattern allows", () => {
    expect(isAllowed("/a", [])).toBe(false);
    expect(isAllowed("/b", ["/a", "/b"])).toBe(true);
  });

  it("takes no long time for a long pattern", () => {
    const begun = performance.now();
    isAllowed("a".repeat(2_000), [`${"*a".repeat(300)}b`]);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

describe("a Redis that others may reach", () => {
  const read = (url: string, isInsecureAllowed = false) =>
    readAddress({ env: { UNTILDONE_REDIS_URL: url }, cwd: "/", file: undefined, isInsecureAllowed });
  it.each([
    ["redis://127.0.0.1:6379", null],
    ["redis://127.0.0.2:6379", null],
    ["redis://localhost", null],
    ["redis://[::1]:6379/2", null],
    ["unix:///run/redis/redis.sock", null],
    ["unix://:secret@/run/redis.sock", null],
    ["rediss://:secret@redis.example.com:6380", null],
    ["redis://:secret@redis.example.com", "no TLS"],
    ["rediss://redis.example.com", "no password"],
    ["redis://redis.example.com", "no TLS and no password"],
    ["redis://10.0.0.7:6379", "no TLS and no password"],
    ["redis://127.0.0.1.example.com", "no TLS and no password"],
    ["redis://0.0.0.0", "no TLS and no password"],
  ])("%s lacks %s", (url, lack) => {
    expect(findLack(read(url, true))).toBe(lack);
    if (lack === null) expect(read(url).url).toBe(url);
    else expect(() => read(url)).toThrow(lack);
  });

  it("is a socket with its password, which is not shown", () => {
    expect(read("unix://:a%20b@/run/redis.sock")).toMatchObject({
      shown: "unix:///run/redis.sock",
      socket: { path: "/run/redis.sock", password: "a b" },
    });
    expect(() => read("unix://")).toThrow("it names no socket");
  });

  it.each<[AgentPlace["kind"], AgentPlace["network"], string, string]>([
    ["none", "on", "redis://127.0.0.1", "warn"],
    ["none", "off", "unix:///run/redis.sock", "warn"],
    ["bwrap", "on", "redis://127.0.0.1", "fail"],
    ["bwrap", "host", "redis://[::1]:7000", "fail"],
    ["bwrap", "on", "redis://:secret@127.0.0.1", "ok"],
    ["bwrap", "off", "redis://127.0.0.1", "ok"],
    ["bwrap", "on", "unix:///run/redis.sock", "ok"],
    ["podman", "on", "redis://127.0.0.1", "ok"],
    ["podman", "host", "redis://127.0.0.1", "fail"],
    ["podman", "on", "redis://10.0.0.7", "fail"],
    ["docker", "off", "redis://10.0.0.7", "ok"],
    ["docker", "on", "rediss://:secret@10.0.0.7", "ok"],
  ])("and what agents can do there is told: sandbox %s, network %s, %s: %s", (kind, network, url, status) => {
    const [place, address] = [{ kind, network }, read(url, true)];
    expect(describeReach(place, address, false).status).toBe(status);
    if (status === "fail") expect(() => refuseOpenRedis(place, address)).toThrow("which has no password");
    else expect(() => refuseOpenRedis(place, address)).not.toThrow();
    expect(describeReach(place, address, true).status).toBe(status === "fail" ? "warn" : status);
  });
});

describe("the URL of a repository", () => {
  it.each([
    "/srv/git/shop.git",
    "https://github.com/acme/shop",
    "http://127.0.0.1:3000/shop.git",
    "ssh://git@example.com:2222/acme/shop.git",
    "git@github.com:acme/shop.git",
    "git://example.com/shop",
    "file:///srv/git/shop.git",
    "https://acme@example.com/shop",
  ])("%s can be used", (url) => {
    expect(refuseUrl(url)).toBeNull();
  });

  it.each([
    ["ext::sh -c touch% /tmp/x", "it has a space, or begins with a dash"],
    ["ext::sh", "it is neither a path from / nor a URL of git"],
    ["--upload-pack=sh", "it has a space, or begins with a dash"],
    ["-o", "it has a space, or begins with a dash"],
    ["/srv/a\nb", "it has a space, or begins with a dash"],
    ["", "it is neither a path from / nor a URL of git"],
    ["shop", "it is neither a path from / nor a URL of git"],
    ["../shop", "it is neither a path from / nor a URL of git"],
    ["ftp://example.com/shop", "it is neither a path from / nor a URL of git"],
    ["HTTPS://example.com/shop", "it is neither a path from / nor a URL of git"],
    ["transport::https://example.com", "it is neither a path from / nor a URL of git"],
    ["git@host::x", "it is neither a path from / nor a URL of git"],
    ["https://acme:secret@example.com/shop", "it has a password in it, which every job would show"],
    ["ssh://acme:secret@example.com/shop", "it has a password in it, which every job would show"],
    ["ssh://-oProxyCommand=sh/x", "its host begins with a dash"],
    ["https://[::1/shop", "it is not a URL that can be read"],
  ])("%j is refused: %s", (url, why) => {
    expect(refuseUrl(url)).toBe(why);
  });
});

describe("where Redis is", () => {
  const folder = mkdtempSync(join(tmpdir(), "untildone-address-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (text: string) => readAddress({ env: { UNTILDONE_REDIS_URL: text }, cwd: folder, file: undefined });

  it.each([
    ["redis://127.0.0.1:6379", "redis://127.0.0.1:6379"],
    ["redis://127.0.0.1:6379/", "redis://127.0.0.1:6379"],
    ["redis://127.0.0.1:6379/3", "redis://127.0.0.1:6379/3"],
    [" rediss://:hush@example.com:6380\n", "rediss://example.com:6380"],
    ["rediss://bob:hush@example.com", "rediss://example.com"],
    ["redis://[::1]:6379", "redis://[::1]:6379"],
    ["redis://127.0.0.1:6379?password=hush", "redis://127.0.0.1:6379"],
  ])("%j is shown as %s", (text, shown) => {
    expect(read(text)).toEqual({ url: text.trim(), shown });
  });

  it.each([
    ["", "where Redis is has not been said"],
    ["http://:hush@example.com", 'this is no URL of Redis: it begins with "http:"'],
    ["127.0.0.1:6379", "this is no URL of Redis: it cannot be read"],
    ["redis://:hu sh@:x", "this is no URL of Redis: it cannot be read"],
    ["redis://127.0.0.1/hush", "this is no URL of Redis: it ends with what is no number of a database"],
    ["redis:///0", "this is no URL of Redis: it names no host"],
  ])("%j is refused: %s", (text, what) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ what, where: "UNTILDONE_REDIS_URL" }));
    expect(() => read(text)).not.toThrow(/hush/);
  });

  it("is read from a file, which comes before the environment", () => {
    writeFileSync(join(folder, "redis"), "redis://localhost:1\n");
    writeFileSync(join(folder, "empty"), "\n");
    const env = { UNTILDONE_REDIS_URL: "redis://localhost:2" };
    expect(readAddress({ env, cwd: folder, file: "redis" }).url).toBe("redis://localhost:1");
    expect(() => readAddress({ env, cwd: folder, file: "empty" })).toThrow("the file is empty");
  });
});

describe("why Redis cannot be used", () => {
  it.each([
    [
      "WRONGPASS invalid username-password pair or user is disabled.",
      "redis://h",
      "Redis does not accept the password",
    ],
    ["NOAUTH Authentication required.", "redis://h", "Redis asks for a password"],
    ["LOADING Redis is loading the dataset in memory", "redis://h", "Redis is still loading its data"],
    ["ERR DB index is out of range", "redis://h/99", "Redis has no database of that number"],
    ['Unknown RESP type 72 "H". Please report this.', "redis://h", "what answers there is not Redis"],
    ["connect ETIMEDOUT", "rediss://h", "TLS does not work: no answer to it"],
    ["connect ETIMEDOUT", "redis://h", "Redis cannot be reached: connect ETIMEDOUT"],
    ["self-signed certificate", "rediss://h", "TLS does not work: self-signed certificate"],
  ])("%s at %s", (text, shown, what) => {
    expect(explain(new Error(text), { shown })).toMatchObject({ what, where: shown });
  });

  it.each([
    ["redis://h:1", "redis-cli -u URL ping"],
    ["unix:///run/redis/redis.sock", "redis-cli -s /run/redis/redis.sock ping"],
    ["unix:///run/my redis.sock", "redis-cli -s '/run/my redis.sock' ping"],
  ])("and how to look at %s: %s", (shown, fix) => {
    expect(explain(new Error("connect ENOENT"), { shown }).fix).toBe(`check that it runs there: ${fix}`);
  });

  it.each([
    ["OOM command not allowed when used memory > 'maxmemory'.", "Redis is full"],
    ["MISCONF Errors writing to the AOF file: No space left on device", "Redis cannot write to its disk"],
    ["READONLY You can't write against a read only replica.", "this Redis has become a replica"],
    ["NOAUTH Authentication required.", "Redis no longer accepts the password"],
    ["WRONGTYPE Operation against a key", undefined],
    ["the OOM killer", undefined],
  ])("%s: %s", (text, what) => {
    expect(explainRefusal(new Error(text), "redis://h")?.what).toBe(what);
  });

  it("looks into a transaction that was given up", () => {
    const error = Object.assign(new Error("EXECABORT"), { previousErrors: [new Error("OOM command not allowed")] });
    expect(explainRefusal(error, "redis://h")?.what).toBe("Redis is full");
  });
});
