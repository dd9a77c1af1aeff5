import { UserError } from "../lib/errors.js";
import { realPath } from "../lib/files/folder.js";
import { now } from "../lib/time/clock.js";
import { findPrivateFolder } from "../run/records/private-folder.js";
import { isReachable, listAddresses } from "../run/steer/address.js";
import { Store } from "../store/store.js";
import type { Io } from "./command.js";

/**
 * The state folder for a command that changes files of the project. Nobody waits for the end of a run: what was planned
 * before it would be put over what the agent wrote meanwhile. A run with another state folder works on the same files.
 */
export function openAlone(folder: string, command: string, io: Pick<Io, "cwd" | "env" | "home">): Store {
  const store = Store.open({ folder, command, now: now(), patienceMs: 0 });
  const own = realPath(folder);
  const addresses = listAddresses(findPrivateFolder(io.cwd, io)?.path ?? folder);
  const other = addresses.find((address) => isReachable(address) && address.stateFolder !== own);
  if (other === undefined) return store;
  store.close();
  throw new UserError({
    what: `run ${other.run} is going on in this project (process ${other.process.pid})`,
    where: other.stateFolder,
    fix: `end it first with: untildone stop --state ${other.stateFolder}`,
  });
}
