import type { FolderGuard } from "../../store/guard.js";
import type { RunHost } from "../start/options.js";

/** Writes files that agents must not change: what they changed meanwhile is put back first. */
export type GuardedWrite = <T>(act: () => T) => T;

/** A write of ours beside an agent that may be at work: what it changed is first put back, and told. */
export const guardedWrite =
  (guard: FolderGuard, { emit }: RunHost): GuardedWrite =>
  (act) =>
    guard.write(act, (restored) => emit({ type: "file-restored", ...restored }));
