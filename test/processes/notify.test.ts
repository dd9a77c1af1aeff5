import { createHmac } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type Ran, Workplace } from "../e2e/cli.js";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Behaviour = (answer: ServerResponse, at: number) => void;

/** A server on this machine that behaves as told, and remembers what it got. */
class Receiver implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server: Server;

  constructor(behave: Behaviour) {
    this.#server = createServer((request, answer) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        this.received.push({ path: request.url ?? "", headers: request.headers, body });
        behave(answer, this.received.length);
      });
    });
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (answer) =>
    answer.writeHead(code, headers).end();

/** A run that asks twice and then gives up; `$(…)` in its words must never meet a shell. */
class Asking extends Workplace {
  constructor() {
    super();
    this.write("TODO.md", "- [ ] T1: one\n");
    const ask = (what: string) => ({
      say: `I need to know. Which ${what} should I use, $(touch pwned) or \`touch pwned\`?`,
    });
    this.write("script.json", JSON.stringify({ steps: [ask("port"), ask("host"), ask("name")] }));
    this.commitAll();
  }

  start(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const run = [
      "run",
      "--agent",
      "scripted",
      "--script",
      "script.json",
      "--set",
      "waitingLimit=3",
      "--tasks",
      "TODO.md",
      "--no-detect",
    ];
    return this.runBeside([...run, ...words], env);
  }
}

const failures = (out: string): string[] => out.match(/the \w+ of notify failed: .*/g) ?? [];
const parse = ({ body }: Received) => JSON.parse(body);

it("sends a signed webhook, also to a server that fails twice", async () => {
  using place = new Asking();
  await using server = new Receiver((answer, at) => status(at <= 2 ? 503 : 204)(answer, at));
  const url = await server.listen();
  place.write(
    ".ralph/config.json",
    JSON.stringify({ notify: { webhook: `${url}/hook`, secretVariable: "HOOK_KEY", on: ["end"] } }),
  );
  const { code, out } = await place.start([], { HOOK_KEY: "of the hook" });
  expect({ code, failures: failures(out) }).toEqual({ code: 1, failures: [] });
  expect(server.received).toHaveLength(3);
  const [first, , last] = server.received;
  if (!first || !last) throw new Error("nothing was received");
  expect(last.headers["x-untildone-signature"]).toBe(
    `sha256=${createHmac("sha256", "of the hook").update(last.body).digest("hex")}`,
  );
  expect(last.headers["x-untildone-delivery"]).toBe(first.headers["x-untildone-delivery"]);
  expect(parse(last)).toMatchObject({
    version: 1,
    event: "end",
    project: place.path,
    title: "untildone: blocked",
    outcome: "blocked",
    exitCode: 1,
    question: expect.stringContaining("Which name"),
    next: expect.stringContaining("untildone answer"),
  });
});

it("is checked by the code in docs/notifications.md", async () => {
  const page = readFileSync(fileURLToPath(new URL("../../docs/notifications.md", import.meta.url)), "utf8");
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const { isSigned } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const header = `sha256=${createHmac("sha256", "key").update("{}").digest("hex")}`;
  expect([isSigned("{}", header, "key"), isSigned("{ }", header, "key"), isSigned("{}", undefined, "key")]).toEqual([
    true,
    false,
    false,
  ]);
});

it("tells of each question once, and goes on meanwhile", async () => {
  using place = new Asking();
  await using server = new Receiver(status(200));
  const { code } = await place.start(["--notify", `webhook=${await server.listen()}`]);
  expect(code).toBe(1);
  expect(server.received.map(parse).map(({ event, question }) => [event, /Which \w+/.exec(question)?.[0]])).toEqual([
    ["person", "Which port"],
    ["person", "Which host"],
    ["end", "Which name"],
  ]);
});

it("is not held up by a server that hangs", async () => {
  using place = new Asking();
  await using server = new Receiver(() => undefined);
  const url = await server.listen();
  const plain = performance.now();
  expect((await place.start([])).code).toBe(1);
  const alone = performance.now() - plain;
  const started = performance.now();
  const { code, out } = await place.start(["--notify", `webhook=${url}`]);
  expect(code).toBe(1);
  expect(performance.now() - started).toBeLessThan(alone + 9_000);
  expect(failures(out)).toHaveLength(1);
  expect(out.indexOf("Status:")).toBeLessThan(out.indexOf("of notify failed"));
});

it("follows no redirect", async () => {
  using place = new Asking();
  await using other = new Receiver(status(200));
  const elsewhere = await other.listen();
  await using server = new Receiver(status(307, { location: elsewhere }));
  const { code, out } = await place.start(["--notify", `webhook=${await server.listen()}`]);
  expect({ code, other: other.received.length }).toEqual({ code: 1, other: 0 });
  expect(failures(out)).toEqual([expect.stringContaining("a redirect (307), which is not followed")]);
});

it.each([
  ["500 for ever", status(500), "it answers 500", 12],
  ["404", status(404), "it answers 404", 3],
])("says once that the server answers %s", async (_, behave, problem, most) => {
  using place = new Asking();
  await using server = new Receiver(behave);
  const { code, out } = await place.start(["--notify", `webhook=${await server.listen()}`]);
  expect(code).toBe(1);
  expect(failures(out)).toEqual([expect.stringContaining(problem)]);
  expect(server.received.length).toBeLessThanOrEqual(most);
});

it("says once that nobody listens there", async () => {
  using place = new Asking();
  const { code, out } = await place.start(["--notify", "webhook=http://127.0.0.1:9/"]);
  expect({ code, problems: failures(out).length }).toEqual({ code: 1, problems: 1 });
});

it("publishes to a topic of ntfy", async () => {
  using place = new Asking();
  await using server = new Receiver(status(200));
  const url = `${await server.listen()}/base/my-topic`;
  place.write(".ralph/config.json", JSON.stringify({ notify: { ntfy: url, tokenVariable: "NTFY", on: ["end"] } }));
  await place.start([], { NTFY: "tk_1" });
  const [first] = server.received;
  if (!first) throw new Error("nothing was received");
  expect(first).toMatchObject({ path: "/base/", headers: { authorization: "Bearer tk_1" } });
  expect(parse(first)).toMatchObject({ topic: "my-topic", title: "untildone: blocked", tags: ["warning"] });
});

it("runs a command with the notification on stdin, and no shell", async () => {
  using place = new Asking();
  place.program("tell-me", `cat >> "${place.path}/.git/told.jsonl"; echo "$#" >> "${place.path}/.git/args.txt"`);
  const { code, out } = await place.start(["--notify", `command=${join(place.path, "bin/tell-me")} one 'two words'`]);
  expect({ code, failures: failures(out) }).toEqual({ code: 1, failures: [] });
  const told = readFileSync(join(place.path, ".git/told.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(told.map(({ event }) => event).sort()).toEqual(["end", "person", "person"]);
  expect(told[0].question).toContain("$(touch pwned)");
  expect(place.read(".git/args.txt")).toBe("2\n2\n2\n");
  expect(existsSync(join(place.path, "pwned"))).toBe(false);
});

it.each([
  ["fails", "echo 'no such thing' >&2; exit 3", "exit code 3: no such thing"],
  ["hangs", "exec sleep 60", "it did not end"],
  ["prints a lot", "yes | head -c 50000000; exit 1", "exit code 1"],
])("is not harmed by a command that %s", async (_, script, problem) => {
  using place = new Asking();
  place.program("tell-me", script);
  const started = performance.now();
  const { code, out } = await place.start(["--notify", `command=${join(place.path, "bin/tell-me")}`]);
  expect(code).toBe(1);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(failures(out)).toEqual([expect.stringContaining(problem)]);
  expect(out).not.toContain("y\ny\ny");
});

it.each([
  ["an unknown way", ["--notify", "pager=1"], "--notify is"],
  ["a webhook without an address", ["--notify", "webhook"], "give --notify webhook=…"],
  ["an address that is none", ["--notify", "webhook=localhost"], "http:// or https://"],
  ["a command for a shell", ["--notify", "command=say done | tee x"], "only a shell understands"],
  [
    "a key that is not there",
    ["--notify", "webhook=http://127.0.0.1:9", "--set", "notify.secretVariable=NO_KEY"],
    "NO_KEY is not set",
  ],
  ["an unknown moment", ["--set", 'notify.on=["always"]'], "one of end, person, wait"],
])("refuses %s before anything starts", async (_, words, message) => {
  using place = new Asking();
  const { code, err } = await place.start(words);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  expect(existsSync(join(place.path, ".ralph/decisions.jsonl"))).toBe(false);
});

it("sends no secret, and rings no bell without a terminal", async () => {
  using place = new Asking();
  await using server = new Receiver(status(200));
  const key = `ghp_${"a1B2".repeat(9)}`;
  place.write("script.json", JSON.stringify({ steps: [{ say: `Should I use the key ${key} for the server?` }] }));
  const { out } = await place.start([
    "--notify",
    "bell",
    "--notify",
    "osc9",
    "--notify",
    `webhook=${await server.listen()}`,
  ]);
  expect(server.received.length).toBeGreaterThan(0);
  expect(JSON.stringify(server.received)).not.toContain(key);
  expect(out).not.toMatch(/[\u0007\u001b]/);
});

it("rings the bell and shows a notification on a terminal", () => {
  using place = new Asking();
  const run = "run --agent scripted --script script.json --tasks TODO.md --no-detect --notify bell --notify osc9";
  const { out, code } = place.bash(`script -qec "$(declare -f untildone); untildone ${run}" /dev/null < /dev/null`);
  if (code === 127) return;
  expect(out).toMatch(/\u001b\]9;untildone: the agent asks: [^\u0007\u001b]*\u0007/);
});

it("tells of a wait that is long, and of no other", async () => {
  using place = new Asking();
  await using server = new Receiver(status(200));
  const url = await server.listen();
  place.write("script.json", JSON.stringify({ steps: [{ limitSeconds: 2 }, { say: "I went on." }] }));
  const words = [
    "--max-iterations",
    "1",
    "--limit-margin",
    "0",
    "--set",
    'notify.on=["wait"]',
    "--notify",
    `webhook=${url}`,
  ];
  await place.start(words);
  expect(server.received).toHaveLength(0);
  place.bash("rm -r .ralph");
  await place.start([...words, "--set", "notify.longWait=1"]);
  expect(server.received.map(parse)).toMatchObject([{ event: "wait", title: expect.stringContaining("waiting") }]);
});
