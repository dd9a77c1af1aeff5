import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/redis-process.mjs";
import { FleetPlace, isRedisThere, pause, until } from "./fleet-place.js";

const whole = { write: { "parts/T1": "whole\n" } };
const half = { write: { "parts/T1": "half\n" }, silent: true, say: "Half is written." };

/** Something at a port of its own that answers what it is given to. */
async function listen(answer: (asked: string) => string): Promise<{ server: Server; url: string }> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => void socket.write(answer(String(chunk))));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Redis 4.0.9, as far as it is asked. */
function answerAsOld(asked: string): string {
  const info = "# Server\r\nredis_version:4.0.9\r\nrole:master\r\nloading:0\r\n";
  const answers = { INFO: `$${info.length}\r\n${info}\r\n`, PING: "+PONG\r\n" };
  const words = [...asked.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)].map(([, word = ""]) => word.toUpperCase());
  return words.map((word) => answers[word as "PING"] ?? `-ERR unknown command '${word}'\r\n`).join("");
}

/** Between a worker and Redis; while it is cut, it swallows what is sent, and neither side hears of it. */
class CuttableLink implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isCut = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, "127.0.0.1");
      for (const [from, to] of [[near, far] as const, [far, near] as const]) {
        this.#open.add(from);
        from.on("data", (chunk) => this.#isCut || to.write(chunk));
        from.on("error", () => to.destroy()).on("close", () => to.destroy());
      }
    });
  }

  static async to(port: number): Promise<CuttableLink> {
    const link = new CuttableLink(port);
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
  }

  restore(): void {
    this.#isCut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
  }
}

describe.skipIf(!isRedisThere)("a Redis that cannot be used", { timeout: 300_000 }, () => {
  it("is refused in words, without the password and without a stack trace", async () => {
    await using place = await FleetPlace.open({ password: "right" });
    await using evicting = await FleetPlace.open({
      words: ["--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru"],
    });
    const [old, silent] = [await listen(answerAsOld), await listen(() => "")];
    const web = await listen(() => "HTTP/1.1 400 Bad Request\r\n\r\n");
    const { port } = place.redis;
    const cases: readonly (readonly [url: string, what: string])[] = [
      [`redis://:hush@127.0.0.1:${await freePort()}`, "Redis cannot be reached: connect ECONNREFUSED"],
      [`redis://:hush@127.0.0.1:${port}`, "Redis does not accept the password"],
      [`redis://127.0.0.1:${port}`, "Redis asks for a password"],
      [`rediss://:hush@127.0.0.1:${port}`, "TLS does not work"],
      [`redis://:right@127.0.0.1:${port}/99`, "Redis has no database of that number"],
      [`redis://:hush@127.0.0.1:${port}/hush`, "this is no URL of Redis"],
      [evicting.redis.url, "Redis may throw away jobs: its maxmemory-policy is allkeys-lru"],
      [old.url, "Redis 4.0.9 is too old"],
      [silent.url, "Redis cannot be reached: nothing answers there"],
      [web.url, "what answers there is not Redis"],
    ];
    for (const [url, what] of cases) {
      const { code, out, err } = await place.cli(["status"], { ...place.env(), UNTILDONE_REDIS_URL: url });
      expect([code, out]).toEqual([2, ""]);
      expect(err.split("\n")[0]).toContain(what);
      expect(err).toMatch(/^.*\n {2}in {3}.*\n {2}fix {2}.*\n$/);
      expect(err).not.toMatch(/hush|right|masked/);
    }
    for (const { server } of [old, silent, web]) server.close();
  });
});

describe.skipIf(!isRedisThere)("a Redis that others cannot reach", { timeout: 300_000 }, () => {
  it("is used by a socket, and by a user with the least rights", async () => {
    await using place = await FleetPlace.open({ words: ["--unixsocket", "redis.sock"] });
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [whole] });
    const socket = `unix://${place.redis.folder}/redis.sock`;
    const looked = await place.cli(["doctor", "--json"], { ...place.env(), UNTILDONE_REDIS_URL: socket });
    const findings = JSON.parse(looked.out).findings as { name: string; text: string }[];
    expect(findings).toContainEqual(expect.objectContaining({ name: "transport", text: "a socket on this machine" }));
    const rights = findings.find(({ name }) => name === "rights")?.text ?? "";
    const [, line = ""] = /: (ACL SETUSER .*)$/.exec(rights) ?? [];
    const words = line.replace("PASSWORD", "hush").split(" ");
    await place.client.call("ACL", ...words.slice(1));
    await place.client.call("ACL", "SETUSER", "default", "off");
    const env = { ...place.env(), UNTILDONE_REDIS_URL: `unix://untildone:hush@${place.redis.folder}/redis.sock` };
    const submitted = await place.cli(["submit", "--repo", bare, "--json"], env);
    expect(submitted.err).toBe("");
    const worker = place.worker("w1", [], env);
    await worker.sees("repository-over");
    const { id } = JSON.parse(submitted.out);
    expect(await place.cli(["status", id], env)).toMatchObject({ code: 0 });
    for (const command of [["cancel", id], ["retry", id], ["metrics"], ["drain"], ["drain", "--end"], ["remove", id]])
      expect(await place.cli(command, env)).toMatchObject({ code: 0, err: "" });
    expect(worker.ofType("warning")).toEqual([]);
  });

  it("is demanded, or said otherwise", async () => {
    await using place = await FleetPlace.open();
    const env = { ...place.env(), UNTILDONE_REDIS_URL: "redis://:hush@redis.example.invalid:6379" };
    const refused = await place.cli(["status"], env);
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("has no TLS") });
    expect(refused.err).not.toContain("hush");
    const tried = await place.cli(["status", "--insecure-redis"], env);
    expect(tried).toMatchObject({ code: 2, err: expect.stringContaining("Redis cannot be reached") });
  });
});

describe.skipIf(!isRedisThere)("a Redis that goes away", { timeout: 300_000 }, () => {
  it("in the middle of a turn, for less than others wait: nothing is lost", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [half, { ...whole, waitFor: place.gate("go") }] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1", ["--takeover-after", "20s"]);
    await until(() => place.turns("T1") === 2, "a second turn");
    await place.redis.down("SIGKILL");
    await worker.says(/Redis at redis:\/\/127\.0\.0\.1:\d+ is away/);
    place.openGate("go");
    await pause(2_000);
    await place.redis.up();
    await place.over(id);
    expect(worker.err.match(/is away/g)).toHaveLength(1);
    expect(worker.err.match(/Redis is back after \d/g)).toHaveLength(1);
    expect(worker.err).not.toMatch(/\n\s+at /);
    expect(place.turns("T1")).toBe(2);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done", iterations: 2 });
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
  });

  it("for longer than others wait: the iteration is done again, and nothing twice", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [half, { ...whole, waitFor: place.gate("go") }] });
    const id = await place.submit([bare]);
    // Its other slot takes over what the first one has just lost.
    const worker = place.worker("w1", ["--slots", "2"]);
    await until(() => place.turns("T1") === 2, "a second turn");
    await place.redis.down("SIGTERM");
    await pause(5_000);
    await place.redis.up();
    await worker.sees("task-taken", ({ isTakeover }) => isTakeover === true);
    await until(() => place.turns("T1") === 3, "the second turn again");
    await pause(4_000);
    place.openGate("go");
    await place.over(id);
    expect(worker.ofType("task-taken")).toHaveLength(2);
    expect(worker.ofType("task-failed")).toEqual([]);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done", iterations: 2 });
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
    await until(() => place.agents().length === 0, "no agent runs");
  });

  it("behind a link that is cut without an error: said after half a minute, and the work goes on when it is back", async () => {
    await using place = await FleetPlace.open();
    await using link = await CuttableLink.to(place.redis.port);
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [{ ...whole, waitFor: place.gate("go") }] });
    const id = await place.submit([bare]);
    const env = { ...place.env(), UNTILDONE_REDIS_URL: `redis://127.0.0.1:${link.port}` };
    const worker = place.worker("w1", [], env);
    await until(() => place.turns("T1") === 1, "a turn");
    link.cut();
    await until(() => /Redis at .* is away/.test(worker.err), worker.err, 60_000);
    link.restore();
    await worker.says(/Redis is back after/);
    place.openGate("go");
    await place.ended(id);
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
  });

  it("for good: a worker that is told to leave ends its agent and leaves", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [{ waitFor: place.gate("never") }] });
    await place.submit([bare]);
    const worker = place.worker("w1");
    await until(() => place.turns("T1") === 1, "a turn");
    await place.redis.down();
    await worker.says(/is away/);
    expect(await worker.end("SIGTERM")).toBe(3);
    expect(worker.err).toContain("Redis does not answer: leaving without it; other workers take over\n");
    await until(() => place.agents().length === 0, "no agent runs");
  });

  it("is full: said once, and the work goes on when there is room", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n");
    place.script({ T1: [half, { ...whole, waitFor: place.gate("go") }] });
    const id = await place.submit([bare]);
    const worker = place.worker("w1");
    await until(() => place.turns("T1") === 2, "a second turn");
    await place.client.config("SET", "maxmemory", "1mb");
    const { code, err } = await place.cli(["submit", "--repo", bare]);
    expect([code, err.split("\n")[0]]).toEqual([2, "Redis is full"]);
    expect(err).not.toMatch(/\n\s+at /);
    await worker.sees("warning", ({ text = "" }) => text.startsWith("Redis is full"));
    place.openGate("go");
    await pause(4_000);
    expect(worker.ofType("warning").filter(({ text = "" }) => text.startsWith("Redis is full"))).toHaveLength(1);
    await place.client.config("SET", "maxmemory", "0");
    await place.over(id);
    expect(await place.task(id, "T1")).toMatchObject({ status: "done", iterations: 2 });
    expect(await place.merges(id, bare, "T1")).toEqual([1, 1]);
  });

  it("and comes back with nothing: it is told what is lost, the agent ends, and the command that is told goes on", async () => {
    await using place = await FleetPlace.open();
    const bare = place.repository("one", "- [ ] T1: first\n- [ ] T2: second (depends on T1)\n");
    const second = { write: { "parts/T2": "half\n" }, silent: true, say: "Half is written." };
    const terms = ["--max-iterations", "20", "--priority", "5"];
    const waits = { write: { "parts/T2": "whole\n" }, waitFor: place.gate("go") };
    place.script({ T1: [whole], T2: [second, waits] });
    const id = await place.submit([bare], ...terms);
    const worker = place.worker("w1");
    await until(() => place.turns("T2") === 2, "a second turn of the second task");
    await place.redis.forget();
    const { text = "" } = await worker.sees("warning", (event) => (event.text ?? "").includes("no longer knows"));
    expect(text).toContain(`submission ${id}: its journal and what it used are lost`);
    await until(() => place.agents().length === 0, "the agent ends");
    expect(worker.isRunning).toBe(true);
    expect(place.branches(bare)).toEqual([`untildone/${id}`, `untildone/${id}-T2`]);
    expect(place.git(bare, "show", `untildone/${id}-T2:parts/T2`)).toBe("half");
    const [, command = ""] = /To go on: untildone fleet (submit .+)$/.exec(text) ?? [];
    expect(command).toContain(`--tasks TODO.md ${terms.join(" ")}`);
    place.openGate("go");
    const again = JSON.parse((await place.cli([...command.split(" "), "--json"])).out);
    expect(again.tasks).toBe(1);
    await place.ended(again.id);
    expect((await place.cli(["status", again.id])).code).toBe(0);
    expect(place.show(bare, again.id, "TODO.md")).toBe("- [x] T1: first\n- [x] T2: second (depends on T1)");
    expect(place.turns("T1")).toBe(1);
  });
});
