import { unknownName } from "../../lib/json/place.js";
import { onStopSignals } from "../../lib/process/signals.js";
import { endNow } from "../../lib/terminal/end-now.js";
import { paint } from "../../report/terminal/paint.js";
import { wrap } from "../../report/terminal/wrap.js";
import type { RunEvent } from "../../run/loop/run-event.js";
import type { DecisionRecord } from "../../store/record.js";
import type { Command, Io } from "../command.js";
import { type DemoFolder, fillPlace, makePlace } from "../demo/demo-place.js";
import { type Scenario, scenarios } from "../demo/demo-table.js";
import { readArguments } from "../read-arguments.js";
import { terminalWidth } from "../run-reporter.js";
import { run, startRun } from "./run.js";

export const demo: Command = {
  name: "demo",
  usage: "demo [options]",
  about: [
    "Runs the real loop on a small project in a temporary git repository: real files, real tests, real decisions.",
    "Only the agent is scripted, so no API key and no network are needed.",
    "",
    "Scenarios",
    ...[...scenarios].map(([name, { about }]) => `  ${name.padEnd(10)}${about}`),
    "",
    "Exit status: 0 the run ended as expected, 1 it did not, 2 could not run, 3 interrupted.",
  ].join("\n"),
  flags: {
    scenario: {
      type: "string",
      value: "NAME",
      choices: [...scenarios.keys()],
      help: `${[...scenarios.keys()].join(", ")}`,
    },
    json: { type: "boolean", help: "print events as JSON lines" },
    keep: { type: "boolean", help: "keep the temporary folder and print its path" },
  },
  maxPositionals: 0,
  examples: ["untildone demo", "untildone demo --scenario liar", "untildone demo --json | head -1"],
  async run(args, io) {
    const name = args.text("scenario") ?? "night";
    const scenario = scenarios.get(name);
    if (!scenario) throw unknownName("scenario", name, { where: "--scenario", names: [...scenarios.keys()] });
    const show = new Show(scenario, { io, quiet: args.flag("json") });
    // Until the run handles stop signals itself, Ctrl-C ends the demo at once.
    const removeHandlers = onStopSignals(() => {
      if (!show.hasBegun) endNow(3);
    });
    const place = makePlace();
    const tidy = args.flag("keep") ? (): void => undefined : place.remove;
    // Also after a third Ctrl-C, or when the reader of stdout is gone.
    process.once("exit", tidy);
    try {
      show.begin(name);
      fillPlace(place, scenario);
      await play(scenario, { place, io, show, json: args.flag("json") });
      return show.end(args.flag("keep") ? place : null);
    } finally {
      tidy();
      process.off("exit", tidy);
      removeHandlers();
    }
  },
};

interface Stage {
  readonly place: DemoFolder;
  readonly io: Io;
  readonly show: Show;
  readonly json: boolean;
}

/** Runs the real `untildone run` with default settings: the demo must not depend on the user's. */
async function play(scenario: Scenario, { place, io, show, json }: Stage): Promise<void> {
  const words = ["--agent", "scripted", "--script", place.script, "--tasks", "TODO.md", "--check", "tests=node --test"];
  const args = readArguments(run, [...words, ...(scenario.words ?? []), ...(json ? ["--json"] : [])]);
  await startRun(args, inFolder(io, place), {
    limits: { limitMarginSeconds: 1 },
    onEvent: (event) => show.onEvent(event),
  });
}

/** The same Io for the demo's folder. Getters stay lazy. */
const inFolder = (io: Io, { project, root }: DemoFolder): Io =>
  Object.create(io, {
    cwd: { value: project },
    home: { value: "" },
    env: { value: { PATH: io.env["PATH"], XDG_STATE_HOME: `${root}/state` } },
  });

/** The demo's own output besides that of the run. */
class Show {
  readonly #scenario: Scenario;
  readonly #io: Io;
  readonly #say: (text: string) => void;
  #iteration = 0;
  #last: DecisionRecord | null = null;
  hasBegun = false;

  constructor(scenario: Scenario, { io, quiet }: { io: Io; quiet: boolean }) {
    this.#scenario = scenario;
    this.#io = io;
    this.#say = quiet ? () => undefined : (text) => io.out(`${wrap(text, { width: terminalWidth(io) })}\n`);
  }

  begin(name: string): void {
    const { bold, dim } = paint(this.#io.colour);
    this.#say(bold(`Scenario ${name}: ${this.#scenario.about}`));
    this.#say(dim("A real project, real tests and the real loop; only the agent plays a script."));
    this.#say("");
  }

  onEvent(event: RunEvent): void {
    const { cyan } = paint(this.#io.colour);
    const { steps, interruptIn } = this.#scenario;
    this.hasBegun = true;
    if (event.type === "run-end") this.#last = event.record;
    if (event.type === "iteration-start") {
      this.#iteration = event.iteration;
      const step = steps[Math.min(event.iteration, steps.length) - 1];
      if (step) this.#say(`  ${cyan(step.caption)}`);
    }
    if (event.type === "agent-start" && this.#iteration === interruptIn) process.kill(process.pid, "SIGINT");
  }

  /** The demo's exit code: whether the run ended as the scenario expects. */
  end(keptFolder: DemoFolder | null): number {
    const { bold, green, red, dim } = paint(this.#io.colour);
    const { ends, shows } = this.#scenario;
    const { outcome, rule } = this.#last?.decision ?? {};
    const isRight = outcome === ends.outcome && rule === ends.rule;
    this.#say("");
    if (isRight) this.#say(`${green(bold("As it should be."))} ${shows}`);
    else if (outcome === "interrupted") this.#say("You stopped the demo.");
    else this.#say(red(`Not as it should be: ${outcome} by ${rule}, expected ${ends.outcome} by ${ends.rule}.`));
    if (keptFolder) this.#say(`Kept in ${keptFolder.root}: the project in shop, its journal and logs in shop/.ralph`);
    else this.#say(dim("The temporary folder is gone; --keep keeps it, for untildone explain and history."));
    return isRight ? 0 : outcome === "interrupted" ? 3 : 1;
  }
}
