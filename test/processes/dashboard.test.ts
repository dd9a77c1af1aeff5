import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";
import { isRunning } from "../evidence/place.js";
import { writeLongJournal } from "../report/sample-journal.js";
import { DashboardProcess } from "./dashboard-process.js";
import { LiveRun } from "./live-run.js";

describe("who may ask", () => {
  const place = new Workplace();
  let dashboard: DashboardProcess;
  beforeAll(async () => {
    place.write("TODO.md", "- [ ] T1 one\n");
    place.commitAll();
    place.write(".git/script.json", JSON.stringify({ steps: [{ say: "I began." }] }));
    const words = [
      "--agent",
      "scripted",
      "--script",
      ".git/script.json",
      "--tasks",
      "TODO.md",
      "--max-iterations",
      "1",
    ];
    place.runProcess(["run", ...words]);
    dashboard = await DashboardProcess.start(place);
    await dashboard.enter();
  });
  afterAll(async () => {
    await dashboard?.[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  it("gives whoever has the token a cookie, and the page", async () => {
    const { headers } = await dashboard.send({ path: `/${dashboard.url.search}` });
    expect(headers["set-cookie"]?.[0]).toMatch(
      new RegExp(`^untildone=[0-9a-f]{64}; Path=${dashboard.base}; HttpOnly; SameSite=Strict$`),
    );
    expect(dashboard.base).toMatch(/^\/[0-9a-f]{64}\/$/);
    const page = await dashboard.get("");
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<div id="page">') });
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "x-frame-options": "DENY" });
    expect((await dashboard.get("page.js")).status).toBe(200);
    expect((await dashboard.get("page.css")).status).toBe(200);
  });

  it("serves the report of a run, which has no path in it", async () => {
    const { runs } = (await dashboard.state()) as unknown as { runs: { run: string }[] };
    const { status, text } = await dashboard.get(`report?project=0&run=${runs[0]?.run}`);
    expect(status).toBe(200);
    expect(Object.keys(JSON.parse(text))).toEqual(["shapes", "nodes", "report", "details"]);
    expect(JSON.stringify(await dashboard.state())).not.toContain(place.path);
  });

  const token = (text: string) => ({ path: `/?token=${text}` });
  it.each([
    ["no token", () => ({ path: "/" })],
    ["an empty token", () => token("")],
    ["a wrong token", () => token("a".repeat(64))],
    ["a part of the token", () => token(dashboard.url.searchParams.get("token")?.slice(0, -1) ?? "")],
    ["no cookie", () => ({ path: dashboard.base, headers: { cookie: "" } })],
    ["a wrong cookie", () => ({ path: dashboard.base, headers: { cookie: `untildone=${"a".repeat(64)}` } })],
    [
      "the token as a cookie",
      () => ({ path: dashboard.base, headers: { cookie: `untildone=${dashboard.url.searchParams.get("token")}` } }),
    ],
    ["another path", () => ({ path: `/${"a".repeat(64)}/` })],
    ["the data without the path", () => ({ path: "/events" })],
  ])("refuses %s", async (_, options) => {
    const { status, text } = await dashboard.send(options());
    expect({ status, text }).toEqual({ status: 401, text: "open the link that untildone dashboard printed\n" });
  });

  it.each([
    ["another name", { host: "evil.example" }],
    ["another name with the port", () => ({ host: `evil.example:${dashboard.port}` })],
    ["a name that resolves to this machine", () => ({ host: `127.0.0.1.nip.io:${dashboard.port}` })],
    ["another port", { host: "127.0.0.1:1" }],
    ["an address that means all", () => ({ host: `0.0.0.0:${dashboard.port}` })],
    ["another origin", { origin: "http://evil.example" }],
    ["the origin of a file", { origin: "null" }],
    ["another port's origin", { origin: "http://127.0.0.1:1" }],
    ["an origin over https", () => ({ origin: `https://127.0.0.1:${dashboard.port}` })],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["another port of this site", { "sec-fetch-site": "same-site" }],
  ])("refuses %s, with the cookie", async (_, headers) => {
    const sent = typeof headers === "function" ? headers() : headers;
    expect((await dashboard.get("", sent)).status).toBe(403);
    expect((await dashboard.get("events", sent)).status).toBe(403);
    expect((await dashboard.post('{"project":0,"action":"reset-breaker"}', sent)).status).toBe(403);
  });

  it("refuses an action without an origin, without the header, or of a form", async () => {
    const body = '{"project":0,"action":"reset-breaker"}';
    const before = place.read(".ralph/decisions.jsonl");
    const noOrigin = { method: "POST", path: `${dashboard.base}act`, headers: { "x-untildone": "act" } };
    expect((await dashboard.send(noOrigin, body)).status).toBe(403);
    expect((await dashboard.post(body, { "x-untildone": "" })).status).toBe(401);
    expect((await dashboard.post(body, { cookie: "" })).status).toBe(401);
    expect((await dashboard.get("act")).status).toBe(404);
    expect(place.read(".ralph/decisions.jsonl")).toBe(before);
  });

  it.each([
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/TODO.md",
    "page.js/../../TODO.md",
    "page.js%00.html",
    ".ralph/decisions.jsonl",
    "__proto__",
    "constructor",
  ])("has nothing at %s", async (name) => {
    const { status, text } = await dashboard.get(name);
    expect({ status, text }).toEqual({ status: 404, text: "there is nothing here\n" });
  });

  it.each([
    "project=0&run=../../etc",
    "project=0&run=",
    "project=0&run=2",
    "project=1&run=x",
    "project=__proto__&run=x",
    "",
  ])("has no report of %s", async (query) => {
    expect((await dashboard.get(`report?${query}`)).status).toBe(404);
  });

  it.each([
    "",
    "{",
    "[]",
    "null",
    '{"project":0}',
    '{"project":0,"action":"__proto__"}',
    '{"project":9,"action":"pause"}',
    '{"project":0,"action":"tell","text":1}',
  ])("does not know the action %s", async (body) => {
    expect((await dashboard.post(body)).status).toBe(400);
  });

  it("does not read a long body, a long header or something else than HTTP", async () => {
    expect([413, 0]).toContain((await dashboard.post("x".repeat(5_000_000))).status);
    expect([431, 0]).toContain((await dashboard.get("", { "x-long": "x".repeat(100_000) })).status);
    const socket = open(dashboard.port, "\u0016\u0003\u0001garbage\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve));
    expect((await dashboard.get("")).status).toBe(200);
  });

  it("holds 500 connections and those who never finish, drops them, and answers again", async () => {
    const before = dashboard.memory;
    const sockets = Array.from({ length: 500 }, () => open(dashboard.port, "GET / HTTP/1.1\r\nHost: x\r\n"));
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(64);
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed), { timeout: 20_000 }).toBe(true);
    expect((await dashboard.get("")).status).toBe(200);
    expect(dashboard.memory - before).toBeLessThan(40);
    expect(dashboard.exitCode).toBeNull();
  });

  it("holds readers that do not read, and refuses more pages than anybody opens", async () => {
    const before = dashboard.memory;
    const ask = (name: string): string =>
      `GET ${dashboard.base}${name} HTTP/1.1\r\nHost: 127.0.0.1:${dashboard.port}\r\nCookie: ${dashboard.cookie}\r\n\r\n`;
    const slow = Array.from({ length: 16 }, () => open(dashboard.port, ask("events")).pause());
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await dashboard.get("events")).status).toBe(503);
    for (let at = 0; at < 50; at++) await dashboard.act("reset-breaker"); // Each sends every page the state.
    expect((await dashboard.get("")).status).toBe(200);
    expect(dashboard.memory - before).toBeLessThan(60);
    for (const socket of slow) socket.destroy();
    await expect.poll(async () => (await dashboard.state()) !== undefined).toBe(true);
  });
});

function open(port: number, text: string): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write(text));
  socket.on("error", () => undefined);
  return socket.resume();
}

describe("what a person does", () => {
  it("steers a running run as the commands do, and the journal has it", async () => {
    await using run = new LiveRun();
    run.start(["--max-iterations", "3"]);
    await run.prompt(1);
    await using dashboard = await DashboardProcess.start(run.place);
    await dashboard.enter();
    expect(await dashboard.state()).toMatchObject({ live: { state: "running", view: { iteration: 1 } } });
    expect(await dashboard.act("tell", "-")).toMatchObject({ ok: false }); // The name of stdin, which is empty.
    expect(await dashboard.act("tell", "--state /etc $(touch pwned)")).toEqual({
      ok: true,
      message: "the next prompt of T1 will have this",
    });
    expect(await dashboard.act("answer", "yes")).toMatchObject({ ok: false });
    expect(await dashboard.act("accept", "T1")).toMatchObject({ ok: false });
    expect(await dashboard.act("reset-breaker")).toMatchObject({ ok: false });
    expect(await dashboard.act("pause")).toMatchObject({ ok: true });
    expect(await dashboard.state()).toMatchObject({
      live: { state: "pausing" },
      waitingWords: ["--state /etc $(touch pwned)"],
    });
    run.go(1);
    await run.until(() => run.out.includes("paused (continue with"));
    await expect.poll(() => dashboard.state()).toMatchObject({ live: { state: "paused" } });
    expect(await dashboard.act("continue")).toEqual({ ok: true, message: "the run continues" });
    expect(await run.prompt(2)).toContain("> --state /etc $(touch pwned)");
    expect(await dashboard.act("stop")).toMatchObject({ ok: true });
    run.go(2);
    expect((await run.end()).code).toBe(3);
    await expect.poll(() => dashboard.state()).toMatchObject({ live: null, runs: [{ outcome: "interrupted" }] });
    expect(run.journal()).toMatchObject([
      { kind: "tell", words: { from: "tell" } },
      { kind: "control", action: "pause", by: "dashboard" },
      { kind: "decision" },
      { kind: "control", action: "continue", by: "dashboard" },
      { kind: "control", action: "stop", by: "dashboard" },
      { kind: "decision" },
    ]);
    expect(run.cli("report", "--format", "md").out).toContain("stopped the run, in the dashboard");
    expect(await dashboard.act("pause")).toMatchObject({
      ok: false,
      message: expect.stringContaining("no run is going on"),
    });
  });

  it("accepts a task that was set aside, and closes the breaker, on the person's word", async () => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1 one\n");
    place.commitAll();
    place.write(".git/script.json", JSON.stringify({ steps: [{ say: "T1 is done. EXIT_SIGNAL: true" }] }));
    const words = ["--agent", "scripted", "--script", ".git/script.json", "--tasks", "TODO.md"];
    place.runProcess(["run", ...words, "--max-iterations", "4"]);
    place.runProcess(["breaker", "trip", "by a test"]);
    await using dashboard = await DashboardProcess.start(place);
    await dashboard.enter();
    expect(await dashboard.state()).toMatchObject({ breaker: { state: "open" }, acceptable: ["T1"] });
    expect(await dashboard.act("reset-breaker")).toMatchObject({ ok: true });
    expect(await dashboard.act("accept", "T9")).toMatchObject({ ok: false });
    expect(await dashboard.act("accept", "T1")).toMatchObject({
      ok: true,
      message: expect.stringContaining("on your word: T1"),
    });
    expect(await dashboard.state()).toMatchObject({ breaker: { state: "closed" }, acceptable: [] });
    expect(place.read("TODO.md")).toContain("[x] T1");
    const journal = place
      .read(".ralph/decisions.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(journal.slice(-2)).toMatchObject([
      { kind: "breaker", why: "reset by hand" },
      { kind: "accept", tasks: ["T1"] },
    ]);
  });
});

describe("a report that takes its time", () => {
  it("keeps nobody else waiting, and says so if it cannot be built", async () => {
    using place = new Workplace();
    const run = await writeLongJournal(place, 300);
    await using dashboard = await DashboardProcess.start(place);
    await dashboard.enter();
    await dashboard.state();
    const ask = () => dashboard.get(`report?project=0&run=${run}`);
    const asked = ask();
    await dashboard.until(() => dashboard.children.length > 0);
    const [builder = 0] = dashboard.children;
    process.kill(builder, "SIGSTOP");
    expect((await dashboard.get("")).status).toBe(200);
    expect(await dashboard.act("reset-breaker")).toMatchObject({ ok: true });
    process.kill(builder, "SIGKILL");
    expect(await asked).toMatchObject({
      status: 500,
      text: expect.stringContaining("the report could not be built: untildone report was ended by SIGKILL"),
    });
    expect(await ask()).toMatchObject({ status: 200 });
    expect(dashboard.children).toEqual([]);
  });

  it("ends with the dashboard", async () => {
    using place = new Workplace();
    const run = await writeLongJournal(place, 300);
    await using dashboard = await DashboardProcess.start(place);
    await dashboard.enter();
    await dashboard.state();
    const asked = dashboard.get(`report?project=0&run=${run}`);
    await dashboard.until(() => dashboard.children.length > 0);
    const [builder = 0] = dashboard.children;
    process.kill(builder, "SIGSTOP");
    expect(await dashboard.end()).toBe(0);
    await asked;
    await expect.poll(() => isRunning(builder)).toBe(false);
  });

  it("says why a journal of a newer version has no report", async () => {
    using place = new Workplace();
    const run = await writeLongJournal(place, 3);
    await using dashboard = await DashboardProcess.start(place);
    await dashboard.enter();
    await dashboard.state();
    place.write(".ralph/decisions.jsonl", `${place.read(".ralph/decisions.jsonl")}{"version":9}\n`);
    expect(await dashboard.get(`report?project=0&run=${run}`)).toMatchObject({
      status: 500,
      text: expect.stringContaining("written by a newer untildone"),
    });
  });
});

describe("the command", () => {
  it("ends with Ctrl-C, and leaves the run alone", async () => {
    await using run = new LiveRun();
    run.start(["--max-iterations", "1"]);
    await run.prompt(1);
    await using dashboard = await DashboardProcess.start(run.place);
    await dashboard.enter();
    const socket = open(
      dashboard.port,
      `GET ${dashboard.base}events HTTP/1.1\r\nHost: 127.0.0.1:${dashboard.port}\r\nCookie: ${dashboard.cookie}\r\n\r\n`,
    );
    await dashboard.state();
    expect(await dashboard.end("SIGINT")).toBe(0);
    socket.destroy();
    run.go(1);
    expect((await run.end()).out).toContain("iteration 1");
  });

  it("takes a free port if the usual one is taken, but never instead of a named one", async () => {
    using place = new Workplace();
    const taken = createServer();
    const port = await new Promise<number>((resolve) =>
      taken.listen(0, "127.0.0.1", () => resolve((taken.address() as { port: number }).port)),
    );
    expect(place.runProcess(["dashboard", "--port", String(port)])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`cannot listen on port ${port}`),
    });
    taken.close();
    for (const [words, why] of [
      [["--port", "70000"], "invalid port 70000"],
      [["--port", "x"], "--port is"],
      [["nowhere"], "is not a folder"],
    ] as const)
      expect(place.runProcess(["dashboard", ...words])).toMatchObject({ code: 2, err: expect.stringContaining(why) });
  });

  it("shows several projects, a damaged one and an empty one", async () => {
    using place = new Workplace();
    place.write("a/.ralph/decisions.jsonl", '{"half\n');
    place.write("b/README.md", "");
    place.write("c/shop/.ralph/decisions.jsonl", '{"version":99,"kind":"decision"}\n');
    place.write("d/shop/README.md", "");
    await using dashboard = await DashboardProcess.start(place, ["a", "b", "b", "c/shop", "d/shop"]);
    await dashboard.enter();
    const text = await new Promise<string>((resolve) => {
      const socket = open(
        dashboard.port,
        `GET ${dashboard.base}events HTTP/1.1\r\nHost: 127.0.0.1:${dashboard.port}\r\nCookie: ${dashboard.cookie}\r\n\r\n`,
      );
      let read = "";
      socket.on("data", (chunk) => {
        read += chunk;
        if (read.includes("}]}")) resolve(read);
      });
    });
    expect([...text.matchAll(/"name":"([^"]*)"/g)].map(([, name]) => name)).toEqual(["a", "b", "c/shop", "d/shop"]);
    expect(text).toContain("holds no record that can be read");
    expect(text).toContain("newer untildone");
  });
});
