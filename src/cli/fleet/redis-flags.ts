import { type Connection, connect, defaultPrefix } from "../../fleet/connect.js";
import { Fleet } from "../../fleet/fleet.js";
import { readAddress, urlVariable } from "../../fleet/redis-address.js";
import { explainRefusal } from "../../fleet/redis-refusal.js";
import { isSubmissionId, type Submission } from "../../fleet/terms.js";
import { UserError } from "../../lib/errors.js";
import { published } from "../../lib/published.js";
import type { Flag, Io, ParsedArgs } from "../command.js";

/** For every command of a fleet. */
export const redisFlags = {
  "redis-file": {
    type: "string",
    value: "FILE",
    help: `file that holds the URL of Redis (default: the variable ${urlVariable})`,
  },
  fleet: {
    type: "string",
    value: "NAME",
    help: "one of several fleets in the same Redis, apart from the others (default: the one without a name)",
  },
  "insecure-redis": {
    type: "boolean",
    help: "use a Redis over a network without TLS or a password, or one that agents reach from the sandbox without one: whoever reaches it can submit work and call it done",
  },
} as const satisfies Record<string, Flag>;

export interface OpenFleet {
  readonly connection: Connection;
  readonly fleet: Fleet;
}

export const openConnection = (args: ParsedArgs, io: Io): Promise<Connection> =>
  connect(
    readAddress({
      env: io.env,
      cwd: io.cwd,
      file: args.text("redis-file"),
      isInsecureAllowed: args.flag("insecure-redis"),
    }),
    {
      warn: (text) => io.err(`warning: ${text}\n`),
      prefix: readPrefix(args.text("fleet")),
    },
  );

/** In braces, so that a cluster keeps the keys of a fleet together. */
function readPrefix(name: string | undefined): string {
  if (name === undefined) return defaultPrefix;
  if (/^[\w.-]{1,50}$/.test(name)) return `{untildone-${name}}`;
  throw new UserError({
    what: `--fleet is ${JSON.stringify(name)}`,
    where: "--fleet",
    fix: "give a name of letters, digits, dots, hyphens and underscores",
  });
}

/** Connects, acts, and disconnects whatever happens. */
export async function withFleet<T>(args: ParsedArgs, io: Io, act: (open: OpenFleet) => Promise<T>): Promise<T> {
  const connection = await openConnection(args, io);
  const fleet = new Fleet(connection);
  try {
    return await act({ connection, fleet });
  } catch (error) {
    throw explainRefusal(error, connection.address.shown) ?? error;
  } finally {
    await fleet.close();
    await connection.close();
  }
}

/** The submission that is named, or the last one. */
export async function findSubmission(
  { fleet }: OpenFleet,
  id: string | undefined,
  command: string,
): Promise<Submission> {
  const ids = await fleet.board.list();
  const wanted = id ?? ids[0];
  const where = `untildone fleet ${command}`;
  if (wanted === undefined)
    throw new UserError({ what: "nothing was submitted yet", where, fix: "untildone fleet submit --repo URL" });
  const found = isSubmissionId(wanted) ? await fleet.board.find(wanted) : null;
  if (found) return found;
  if (isSubmissionId(wanted) && (await fleet.board.isOfNewer(wanted)))
    throw new UserError({
      what: `submission ${wanted} is of a newer version of untildone`,
      where,
      fix: `update this one${published.npm ? ": npm install -g untildone" : ""}`,
    });
  throw new UserError({
    what: `there is no submission ${JSON.stringify(wanted)}`,
    where,
    fix: "list them: untildone fleet status",
  });
}
