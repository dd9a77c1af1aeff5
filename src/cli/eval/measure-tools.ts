import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { UserError } from "../../lib/errors.js";
import { unknownName } from "../../lib/json/place.js";
import { onStopSignals } from "../../lib/process/signals.js";
import type { Io, ParsedArgs } from "../command.js";
import { spread } from "./choose-runs.js";
import { buildStamp, KeptResults, keyOf, nameOf } from "./keep-results.js";
import { type Job, playAll } from "./play-all.js";
import { countTool, type ToolFigures } from "./rates.js";
import type { EvalSet } from "./read-set.js";
import { faultsOf, isOnlyBeyond, type RunResult } from "./results.js";
import type { Tool } from "./tools.js";
import { type Beside, besides, type SetFault } from "./types.js";

export async function measure({ place, runs, tools, args, io }: Measure): Promise<readonly ToolFigures[]> {
  const beside = readBeside(args);
  const keys = new Map(
    tools.flatMap((placed) =>
      runs.map(
        (run) =>
          [
            nameOf({ tool: placed.tool.name, run: run.name }),
            keyOf([run, placed, ...(beside.length > 0 ? [beside] : [])]),
          ] as const,
      ),
    ),
  );
  const folder = resolve(io.cwd, args.text("results") ?? ".eval");
  const { kept, results } = KeptResults.open(folder, { build: buildStamp(), keys, isResumed: args.flag("resume") });
  const isPlayed = ({ run, tool }: Job): boolean =>
    results.some((each) => each.run === run.name && each.tool === tool.name);
  const jobs = tools.flatMap(({ tool }) => spread(runs).map((run) => ({ run, tool }))).filter((job) => !isPlayed(job));
  const stop = new AbortController();
  const removeHandlers = onStopSignals(() => stop.abort());
  const seconds = readNumber(args, "timeout", 300);
  const progress = new Progress(jobs.length, io, args.flag("json"));
  const played = await playAll(jobs, {
    jobs: readNumber(args, "jobs", availableParallelism()),
    terms: ({ name }) => ({
      seconds,
      tools: join(place, "tools"),
      path: tools.find(({ tool }) => tool.name === name)?.path ?? null,
      signal: stop.signal,
      beside,
    }),
    kept,
    keepsAll: args.flag("keep"),
    signal: stop.signal,
    onResult: (result) => progress.add(result),
  });
  removeHandlers();
  progress.close();
  if (stop.signal.aborted)
    throw new UserError({ what: "interrupted", where: folder, fix: "go on with the same command and --resume" });
  const all = [...results, ...played].sort((a, b) => (a.run < b.run ? -1 : 1));
  return tools.map(({ tool }) =>
    countTool(
      tool.name,
      all.filter((each) => each.tool === tool.name),
    ),
  );
}

function readBeside(args: ParsedArgs): readonly Beside[] {
  const asked = args.texts("beside");
  const unknown = asked.find((name) => !besides.some((each) => each === name));
  if (unknown !== undefined) throw unknownName("helper", unknown, { where: "--beside", names: [...besides] });
  return besides.filter((name) => asked.includes(name));
}

interface Measure {
  readonly place: string;
  readonly runs: EvalSet["runs"];
  readonly tools: readonly PlacedTool[];
  readonly faults: readonly SetFault[];
  readonly args: ParsedArgs;
  readonly io: Io;
}

class Progress {
  readonly #total: number;
  readonly #io: Io;
  readonly #isJson: boolean;
  #done = 0;
  #wrong = 0;

  constructor(total: number, io: Io, isJson: boolean) {
    this.#total = total;
    this.#io = io;
    this.#isJson = isJson;
  }

  add(result: RunResult): void {
    this.#done++;
    const faults = result.fault !== null ? [result.fault] : isOnlyBeyond(result) ? [] : faultsOf(result);
    if (faults.length > 0) this.#wrong++;
    if (this.#isJson) this.#io.out(`${JSON.stringify(result)}\n`);
    const line = `${this.#done} of ${this.#total} runs, ${this.#wrong} to look at`;
    if (this.#io.isWatched) this.#io.live("err", line);
    else if (faults.length > 0) this.#io.err(`${line}: ${result.tool} ${result.run}: ${faults.join(", ")}\n`);
    else if (this.#done % 50 === 0) this.#io.err(`${line}\n`);
  }

  close(): void {
    if (this.#io.isWatched) this.#io.live("err", "");
  }
}

export interface PlacedTool {
  readonly tool: Tool;
  readonly path: string | null;
}

function readNumber(args: ParsedArgs, name: string, otherwise: number): number {
  const text = args.text(name);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UserError({ what: `--${name} is ${text}`, where: `--${name}`, fix: "give a whole number above 0" });
}
