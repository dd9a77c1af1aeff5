import { onStopSignals } from "../../lib/process/signals.js";
import type { ControlReply } from "../../run/loop/control-reply.js";
import { request, subscribe } from "../../run/steer/client.js";
import type { RunSnapshot, TimedEvent } from "../../run/steer/protocol.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags } from "../flags/config-flags.js";
import { createReporter, type RunReporter } from "../run-reporter.js";
import { findRunHere, noRun, type RunningRun, type SteerRequest } from "../running-run.js";
import { type ReachedRun, viewActions } from "../view-actions.js";

export const watch: Command = {
  name: "watch",
  findsProject: "flags",
  usage: "watch [options]",
  about:
    "Shows the run of this project that is going on in another terminal: the same live view, until the run ends. p pauses the run after its current iteration and continues it, s stops it after its current iteration, q or Ctrl-C leaves it alone. Without a terminal it prints lines.\n\nExit status: that of the run; 0 if you leave; 2 if no run is going on.",
  flags: { json: { type: "boolean", help: "print events as JSON lines" }, ...folderFlags },
  maxPositionals: 0,
  isListing: true,
  examples: ["untildone watch", "untildone watch --dir ../project", "untildone watch --json | jq .type"],
  async run(args, io) {
    const watcher = new Watcher(args, io);
    const removeHandlers = onStopSignals(() => watcher.leave());
    try {
      return await watcher.watch();
    } finally {
      removeHandlers();
      watcher.close();
    }
  },
};

/** How watching ended: the run did, the person left, or the connection broke. */
type WatchEnd = { readonly is: "ended"; readonly exitCode: number } | { readonly is: "left" | "cut-off" };

class Watcher {
  readonly #args: ParsedArgs;
  readonly #io: Io;
  readonly #reporter: RunReporter;
  #running: RunningRun | null = null;
  #isPausing = false;
  #end: (ending: WatchEnd) => void = () => undefined;

  constructor(args: ParsedArgs, io: Io) {
    this.#args = args;
    this.#io = io;
    this.#reporter = createReporter(io, {
      json: args.flag("json"),
      isWatcher: true,
      onKey: (key) => void this.#press(key),
      actions: viewActions(this.#reach(), args, io),
    });
  }

  /** Connects again if the run goes on: it drops a watcher that was suspended for long. */
  async watch(): Promise<number> {
    for (let wasFound = false; ; wasFound = true) {
      const running = findRunHere(this.#args, this.#io);
      const ending = running && (await this.#follow(running));
      if (ending?.is === "left") return 0;
      if (ending?.is === "ended") return ending.exitCode;
      if (ending) continue;
      if (!wasFound) throw noRun(this.#io);
      this.close();
      this.#io.err("the run ended without a decision; see where it stands with: untildone state\n");
      return 2;
    }
  }

  leave(): void {
    this.#end({ is: "left" });
  }

  close(): void {
    this.#reporter.close();
  }

  /** Null if the run ended before it could be watched. */
  async #follow(running: RunningRun): Promise<WatchEnd | null> {
    this.#running = running;
    const ended = new Promise<WatchEnd>((resolve) => {
      this.#end = resolve;
    });
    const stop = await subscribe(running.address, {
      onSnapshot: (snapshot) => this.#restore(snapshot),
      onEvent: (event) => this.#show(event),
      onEnd: () => this.#end({ is: "cut-off" }),
    });
    const ending = stop && (await ended);
    stop?.();
    return ending;
  }

  #restore({ state, events }: RunSnapshot): void {
    this.#isPausing = state === "pausing" || state === "paused";
    this.#reporter.restore(events.map(({ at, event }) => ({ at: Date.parse(at), event })));
  }

  #show({ at, event }: TimedEvent): void {
    if (event.type === "pause-requested") this.#isPausing = true;
    if (event.type === "pause-cancelled" || event.type === "pause-end") this.#isPausing = false;
    this.#reporter.show(event, Date.parse(at));
    if (event.type === "run-end") this.#end({ is: "ended", exitCode: event.record.decision.exitCode ?? 2 });
  }

  /** As the person at the terminal: the run asks nobody else. */
  #reach(): ReachedRun {
    const ask = async (asked: SteerRequest): Promise<ControlReply | null> =>
      this.#running && request(this.#running.folder, this.#running.address, asked);
    return {
      tell: (text, task) => ask({ request: "tell", text, ...(task === null ? {} : { task }) }),
      answer: (text) => ask({ request: "answer", text }),
      raise: (budget) => ask({ request: "raise", budget, by: "key" }),
    };
  }

  async #press(key: string): Promise<void> {
    if (key === "q") this.leave();
    const asked = key === "s" ? "stop" : key === "p" ? (this.#isPausing ? "continue" : "pause") : null;
    if (asked === null || !this.#running) return;
    const reply = await request(this.#running.folder, this.#running.address, { request: asked, by: "key" });
    if (reply && !reply.ok) this.#io.err(`  ${reply.message}\n`);
  }
}
