import { isRecord } from "../lib/json/is-record.js";
import { createListing, jsonLinesList } from "./json-list.js";
import { textTracker } from "./text-tracker.js";
import {
  createTracker,
  type Listing,
  type Marking,
  type MarkStatus,
  refused,
  type Tracker,
  unusable,
} from "./tracker.js";
import type { World } from "./world.js";

const programs = ["bd", "br"] as const;
const files = [".beads/issues.jsonl", ".beads/beads.jsonl"];

/** The issues of beads, through its program; without one they are read out of its file. */
export async function beadsTracker(world: World): Promise<Tracker> {
  for (const program of programs) {
    const there = await world.run(program, ["--version"]);
    if (there.is === "ended" && there.code === 0) return throughProgram(world, program);
  }
  for (const file of files) if ((await world.read(file)).is === "file") return textTracker(world, file, jsonLinesList);
  const why = `beads is not there: neither ${programs.join(" nor ")} is installed, and there is no ${files[0]}`;
  return createTracker({ name: "beads", list: async () => unusable(why), mark: async () => refused(why) });
}

function throughProgram(world: World, program: string): Tracker {
  const list = async (): Promise<Listing> => {
    const answer = await allIssues(world, program);
    if (typeof answer === "string") return unusable(answer);
    const records = answer.filter(isRecord).filter((record) => record["status"] !== "tombstone");
    if (records.length === 0) return unusable(`${program} knows no issue`);
    const placed = records.map((record) => ({ record, path: [] }));
    const { tasks, problems } = createListing("beads", { records: placed, lines: [], edit: () => [] });
    return { is: "tasks", format: "beads", tasks, problems };
  };
  const mark = (id: string, status: MarkStatus, reason?: string): Promise<Marking> =>
    markIssue(world, program, { id, status, reason });
  return createTracker({ name: `beads (${program})`, list, mark });
}

/** Closed ones too. Versions differ in how they are asked for all: the first that answers with JSON counts. */
async function allIssues(world: World, program: string): Promise<readonly unknown[] | string> {
  let why = "";
  for (const words of [["export"], ["list", "--all", "--limit", "0", "--json"], ["list", "--all", "--json"]]) {
    const end = await world.run(program, words);
    const issues = end.is === "ended" && end.code === 0 ? parseAll(end.out) : null;
    if (issues) return issues;
    why ||= end.is === "ended" ? end.err.trim().split("\n")[0] || `exit code ${end.code}` : end.is;
  }
  return `${program} gave no list: ${why}`;
}

/** A JSON array, or one object a line. */
function parseAll(out: string): readonly unknown[] | null {
  try {
    if (!out.trimStart().startsWith("{")) {
      const whole: unknown = JSON.parse(out);
      return Array.isArray(whole) ? whole : null;
    }
    return out
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line): unknown => JSON.parse(line));
  } catch {
    return null; // Words for people: the next way of asking may do.
  }
}

interface BeadsMark {
  readonly id: string;
  readonly status: MarkStatus;
  readonly reason: string | undefined;
}

async function markIssue(world: World, program: string, { id, status, reason }: BeadsMark): Promise<Marking> {
  if (id.startsWith("-")) return refused(`${JSON.stringify(id)} is no id of an issue`);
  const words: Readonly<Record<MarkStatus, readonly string[]>> = {
    done: ["close", id, "--reason", reason ?? "done"],
    todo: ["update", id, "--status", "open"],
    doing: ["update", id, "--status", "in_progress"],
    blocked: ["update", id, "--status", "blocked", ...(reason ? ["--notes", reason] : [])],
  };
  const end = await world.run(program, words[status]);
  if (end.is !== "ended") return refused(`${program}: ${end.is}`);
  if (end.code !== 0) return refused(`${program}: ${end.err.trim().split("\n")[0] || `exit code ${end.code}`}`);
  return { is: "marked", task: id, changed: true };
}
