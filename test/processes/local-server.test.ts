import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { type LocalReply, type LocalServer, serveLocal } from "../../src/lib/net/local-server.js";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function serve(answer: () => LocalReply): Promise<LocalServer> {
  const server = await serveLocal({ port: 0, answer });
  onTestFinished(() => server.close());
  return server;
}

/** A client that asks and does not read. */
function ask({ port }: LocalServer): Socket {
  const socket = connect(port, "127.0.0.1", () => socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`));
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket.pause();
}

const megabytes = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
};

it("sends a reader that falls behind the newest event only, and holds no others for it", async () => {
  let send: (json: string) => void = () => undefined;
  const server = await serve(() => ({
    status: 200,
    open: (stream) => {
      send = stream.send;
      return () => undefined;
    },
  }));
  const socket = ask(server);
  await pause(200);
  const before = megabytes();
  const filler = "x".repeat(1_000_000);
  for (let at = 1; at <= 500; at++) {
    send(JSON.stringify({ at, filler }));
    if (at % 50 === 0) await pause(10);
  }
  expect(megabytes() - before).toBeLessThan(60); // Of 500.
  let read = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    read += chunk;
  });
  socket.resume();
  await expect.poll(() => read, { timeout: 10_000 }).toContain('"at":500');
  expect(read.length).toBeLessThan(60_000_000);
});

it("shares what it sends among all who do not read it", async () => {
  const body = Buffer.alloc(20_000_000, "x");
  const server = await serve(() => ({ status: 200, type: "text/plain", body }));
  const before = megabytes();
  for (let at = 0; at < 60; at++) ask(server);
  await pause(1500);
  expect(megabytes() - before).toBeLessThan(60); // Of 1,200.
});

it("goes on after an error of its own", async () => {
  let times = 0;
  const server = await serve(() => {
    if (times++ === 0) throw new Error("secret detail");
    return { status: 200, type: "text/plain", body: "fine" };
  });
  const first = await fetch(`http://127.0.0.1:${server.port}/`);
  expect([first.status, await first.text()]).toEqual([500, "internal error\n"]);
  expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe("fine");
});
