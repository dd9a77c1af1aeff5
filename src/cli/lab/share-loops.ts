import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { UserError } from "../../lib/errors.js";
import { isRecord } from "../../lib/json/is-record.js";
import { tryParseJson } from "../../lib/json/try-parse-json.js";
import { onStopSignals } from "../../lib/process/signals.js";
import type { Part, VariantSums } from "./play-variants.js";
import { addCells } from "./sums.js";

/** A part of the loops in a process of its own reports how far it is, and at last its sums. */
export type PartLine = { readonly played: number } | { readonly sums: VariantSums };

export interface SharedLoops {
  readonly jobs: number;
  /** The command line that plays one part. */
  readonly commandLine: (part: Part) => readonly string[];
  readonly onPlayed: (played: number) => void;
}

/** Plays parts of the loops side by side. Every loop is the same whoever plays it, so the sums are, too. */
export async function shareLoops({ jobs, commandLine, onPlayed }: SharedLoops): Promise<VariantSums> {
  const played = new Array<number>(jobs).fill(0);
  const stop = new AbortController();
  const removeHandlers = onStopSignals(() => stop.abort());
  try {
    const parts = await Promise.all(
      played.map((_, from) =>
        playPart(commandLine({ from, of: jobs }), stop.signal, (count) => {
          played[from] = count;
          onPlayed(played.reduce((a, b) => a + b, 0));
        }),
      ),
    );
    return parts.reduce((all, part) => all.map((cells, at) => addCells(cells, part[at] ?? [])));
  } finally {
    stop.abort(); // Where one failed, the others are not needed.
    removeHandlers();
  }
}

async function playPart(
  [file = "", ...words]: readonly string[],
  signal: AbortSignal,
  onPlayed: (count: number) => void,
): Promise<VariantSums> {
  const child = spawn(file, words, { stdio: ["ignore", "pipe", "pipe"], signal });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.on("error", () => undefined); // Reported below: without sums, the part has failed.
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-2000);
  });
  let sums: VariantSums | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const value = readPartLine(line);
    if (value && "sums" in value) sums = value.sums;
    else if (value) onPlayed(value.played);
  }
  await ended;
  if (sums) return sums;
  if (signal.aborted) throw new UserError({ what: "interrupted", where: "untildone lab", fix: "start it again" });
  throw new Error(`a part of the loops failed: ${said.trim()}`);
}

function readPartLine(line: string): PartLine | null {
  const value = tryParseJson(line);
  if (!isRecord(value)) return null;
  if (typeof value["played"] === "number") return { played: value["played"] };
  return Array.isArray(value["sums"]) ? { sums: value["sums"] } : null;
}
