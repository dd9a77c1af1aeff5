import type { GuardedWrite } from "../parallel/run-writer.js";
import type { FolderGuard } from "../store/guard.js";
import type { RunHost } from "./options.js";

/** A write of ours beside an agent that may be at work: what it changed is first put back, and told. */
export const guardedWrite =
  (guard: FolderGuard, { emit }: RunHost): GuardedWrite =>
  (act) =>
    guard.write(act, (restored) => emit({ type: "file-restored", ...restored }));
