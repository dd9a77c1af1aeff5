import type { Connection } from "../../fleet/connect.js";
import { Fleet } from "../../fleet/fleet.js";
import { packageVersions } from "../../fleet/packages.js";
import { isUserError } from "../../lib/errors.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { lookAtAgents } from "../doctor/agents.js";
import { attempt, type Finding, fail, ok } from "../doctor/finding.js";
import { formatFindings } from "../doctor/format-findings.js";
import { lookAtSandboxes } from "../doctor/sandbox.js";
import { lookAtNode } from "../doctor/system.js";
import { runConfig } from "../flags/run-flags.js";
import { runFlags } from "../flags/run-flags-table.js";
import { sandboxFlags } from "../flags/sandbox-flags-table.js";
import { lookAtFleet } from "./look-at-fleet.js";
import { lookAtPrograms } from "./look-at-programs.js";
import { describeReach, leastRights, lookAtRedis } from "./look-at-redis.js";
import { openConnection, redisFlags } from "./redis-flags.js";

const { agent, command } = runFlags;

export const doctor: Command = {
  name: "fleet doctor",
  usage: "fleet doctor [options]",
  about:
    "Looks at everything that a worker needs on this machine, and at the fleet: the packages, Redis and how it keeps its data, the clocks, git and gh, the agents, the sandbox, the workers and tasks whose worker is gone. Each problem comes with what fixes it. Changes nothing.\n\nExit status: 0 a worker can start, 1 it cannot, 2 wrong usage.",
  flags: {
    ...{ agent, command, ...sandboxFlags },
    json: { type: "boolean", help: "print one JSON object: canStart and findings (name, status, text, fix)" },
    ...redisFlags,
  },
  maxPositionals: 0,
  examples: ["untildone fleet doctor", "untildone fleet doctor --agent claude --json"],
  async run(args, io) {
    const findings = await examine(args, io);
    const canStart = findings.every(({ status }) => status !== "fail");
    io.out(
      args.flag("json")
        ? `${JSON.stringify({ canStart, findings })}\n`
        : formatFindings(findings, "untildone fleet worker", io),
    );
    return canStart ? 0 : 1;
  },
};

async function examine(args: ParsedArgs, io: Io): Promise<readonly Finding[]> {
  const looks = [
    attempt("packages", () => [ok("packages", packageVersions().join(", "))]),
    attempt("redis", () => lookBehindConnection(args, io)),
    attempt("git", () => lookAtPrograms(io)),
    attempt("agents", () => lookAtAgents(args, runConfig(args, io), io)),
    attempt("sandbox", () => lookAtSandboxes(args, runConfig(args, io), io)),
  ];
  return [lookAtNode(process.versions.node), ...(await Promise.all(looks)).flat()];
}

/** Without the packages or Redis, the rest cannot be told. */
async function lookBehindConnection(args: ParsedArgs, io: Io): Promise<readonly Finding[]> {
  let connection: Connection;
  try {
    connection = await openConnection(args, { ...io, err: () => undefined }); // What it warns of is looked at below.
  } catch (error) {
    if (!isUserError(error)) throw error;
    return /needs the package/.test(error.what) ? [] : [fail("redis", `${error.what} (${error.where})`, error.fix)];
  }
  const fleet = new Fleet(connection);
  try {
    const { sandbox, sandboxNetwork } = runConfig(args, io);
    const { address, prefix } = connection;
    return [
      ...(await lookAtRedis(connection)),
      describeReach({ kind: sandbox, network: sandboxNetwork }, address, args.flag("insecure-redis")),
      ok("rights", `the least that a user of Redis needs: ${leastRights(prefix)}`),
      ...(await lookAtFleet(fleet)),
    ];
  } finally {
    await fleet.close();
    await connection.close();
  }
}
