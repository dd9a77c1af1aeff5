import { UserError } from "../lib/errors.js";
import { pathResolve } from "../lib/files/folder.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import type { RunAddress } from "../run/steer/address.js";
import { findRunningRun, request } from "../run/steer/client.js";
import type { ControlRequest } from "../run/steer/protocol.js";
import type { Io, ParsedArgs } from "./command.js";

/** A run of this project that listens. */
export interface RunningRun {
  /** The private folder of the project's runs. */
  readonly folder: string;
  readonly address: RunAddress;
}

/** The run that is going on in the project; null if there is none. */
export function findRunHere(args: ParsedArgs, io: Io): RunningRun | null {
  const folder = findPrivateFolder(io.cwd, io)?.path;
  if (folder === undefined) return null;
  const state = args.text("state");
  const found = findRunningRun(folder, state === undefined ? undefined : pathResolve(io.cwd, state));
  switch (found.is) {
    case "run":
      return { folder, address: found.address };
    case "none":
      return null;
    case "several":
      throw new UserError({
        what: "several runs are going on here",
        where: io.cwd,
        fix: `name the state folder of one: ${found.stateFolders.map((each) => `--state ${each}`).join(" or ")}`,
      });
    case "elsewhere":
      throw new UserError({
        what: `the run of this project is on another machine, ${found.host}`,
        where: io.cwd,
        fix: "type the command there",
      });
  }
}

export const noRun = (io: Pick<Io, "cwd">, more = ""): UserError =>
  new UserError({ what: "no run is going on here", where: io.cwd, fix: `start one with: untildone run${more}` });

export type SteerRequest = Exclude<ControlRequest, { request: "subscribe" }>;

/** Asks the run of this project and prints its reply. Null if there is no run. */
export async function askRun(args: ParsedArgs, io: Io, asked: SteerRequest): Promise<number | null> {
  const running = findRunHere(args, io);
  if (!running) return null;
  refuseAgent(running.address, { io, asked });
  const reply = await request(running.folder, running.address, asked);
  if (!reply) return null;
  if (!reply.ok)
    throw new UserError({
      what: reply.message,
      where: `run ${running.address.run}`,
      fix: "see where it stands with: untildone state",
    });
  io.out(`${reply.message}\n`);
  return 0;
}

/** The agent's own processes have the run's name. This is no lock: an agent that is not trusted needs a sandbox. */
function refuseAgent({ run }: RunAddress, { io, asked }: { readonly io: Io; readonly asked: SteerRequest }): void {
  if (io.env["UNTILDONE_RUN"] !== run) return;
  throw new UserError({
    what: `untildone ${asked.request} is for the person who runs the agent`,
    where: "UNTILDONE_RUN",
    fix: "type it in another terminal",
  });
}
