import type { Fleet } from "../../fleet/fleet.js";
import { formatMetrics, metricsType } from "../../fleet/format-metrics.js";
import { readMetrics } from "../../fleet/read-metrics.js";
import { errorMessage, UserError } from "../../lib/errors.js";
import { serveText, type TextServer } from "../../lib/net/text-server.js";
import { now } from "../../lib/time/clock.js";
import type { Command } from "../command.js";
import { readPort, waitForSignal } from "../dashboard/serve-dashboard.js";
import { redisFlags, withFleet } from "./redis-flags.js";

const path = "/metrics";

export const metrics: Command = {
  name: "fleet metrics",
  usage: "fleet metrics [options]",
  about:
    "Prints the state of the fleet in the text format of Prometheus: jobs by state, how long the oldest task has waited, tasks by status, iterations, cost, tokens, takeovers and workers. With --port it is served at /metrics until Ctrl-C.",
  flags: {
    port: { type: "string", value: "N", help: "serve it on this port (0 = any free one)" },
    host: { type: "string", value: "ADDRESS", help: "address to listen on, with --port (default 127.0.0.1)" },
    ...redisFlags,
  },
  maxPositionals: 0,
  examples: ["untildone fleet metrics", "untildone fleet metrics --port 9357"],
  async run(args, io) {
    const port = readPort(args);
    const host = args.text("host");
    if (host !== undefined && port === null)
      throw new UserError({ what: "--host needs --port", where: "--host", fix: "name a port: --port 9357" });
    return withFleet(args, io, async ({ fleet }) => {
      if (port === null) io.out(await read(fleet));
      else await serve(fleet, { port, host: host ?? "127.0.0.1", out: io.out });
      return 0;
    });
  },
};

const read = async (fleet: Fleet): Promise<string> => formatMetrics(await readMetrics(fleet, now()));

interface MetricsServer {
  readonly port: number;
  readonly host: string;
  out(text: string): void;
}

async function serve(fleet: Fleet, { port, host, out }: MetricsServer): Promise<void> {
  let reading: Promise<string> | null = null;
  /** However many ask, Redis is asked once. */
  const share = (): Promise<string> => {
    reading ??= read(fleet).finally(() => {
      reading = null;
    });
    return reading;
  };
  const server = await listen({ port, host, read: share });
  const shown = host.includes(":") ? `[${host}]` : host;
  out(`metrics of the fleet, Ctrl-C ends it: http://${shown}:${server.port}${path}\n`);
  await waitForSignal();
  await server.close();
}

async function listen(place: { port: number; host: string; read: () => Promise<string> }): Promise<TextServer> {
  try {
    return await serveText({ ...place, path, type: metricsType });
  } catch (error) {
    throw new UserError({
      what: `cannot listen on ${place.host}, port ${place.port}: ${errorMessage(error)}`,
      where: "--port",
      fix: "name another port or address",
    });
  }
}
