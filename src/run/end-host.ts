import { RunControl } from "./loop/run-control.js";
import { StopRequest } from "./loop/stop.js";
import { LinkedStop } from "./parallel/linked-stop.js";
import type { RunHost } from "./start/options.js";

/** Who asks how a run ended. */
export interface EndHost {
  /** Aborted if that is no longer asked: this machine leaves, which is not about the run. */
  readonly stop: AbortSignal;
  /** A person has stopped the run. */
  readonly isStopped: boolean;
}

export function hostAtEnd({ stop: leaves, isStopped }: EndHost): RunHost {
  const person = new StopRequest();
  if (isStopped) person.raise(1);
  const stop = new LinkedStop(person);
  if (leaves.aborted) stop.raise(2);
  leaves.addEventListener("abort", () => stop.raise(2));
  const emit = (): void => undefined;
  return { stop, emit, ask: null, control: new RunControl(new StopRequest(), emit) };
}
