import { outside } from "../agents/sandbox/check-room.js";
import { type ChangedPart, partsOfChange } from "../evidence/deep/changed-parts.js";
import { type Noticed, searchParts } from "../evidence/deep/search-parts.js";
import type { CommandPlan } from "../evidence/plan.js";
import { isTestFile } from "../evidence/proof/named-tests.js";
import { UserError } from "../lib/errors.js";
import { replacePrivateFile } from "../lib/files/disk.js";
import { blobHash } from "../lib/files/file-cache.js";
import { hashNameOf } from "../lib/files/file-content.js";
import { readIfThere } from "../lib/files/files.js";
import { unlinkedTextAt } from "../lib/files/unlinked.js";
import { isRecord } from "../lib/json/is-record.js";
import { tryParseJson } from "../lib/json/try-parse-json.js";
import { onStopSignals } from "../lib/process/signals.js";
import { sha256Hex } from "../lib/signing/ed25519.js";
import { stopwatch } from "../lib/time/clock.js";
import { mergeSteps } from "../run/snapshots/joined-change.js";
import { type CopyResult, type TryPlace, tryInCopy } from "../run/snapshots/try-in-copy.js";
import type { Io, ParsedArgs } from "./command.js";
import { lookAtContent } from "./past-run/content-at.js";
import { findTurns } from "./past-run/meant-turns.js";
import {
  changeOf,
  findPastRun,
  openContent,
  type PastRun,
  type RunContent,
  readPlans,
  withoutList,
} from "./past-run/past-run.js";
import { showDeepProof } from "./show-deep-proof.js";

/** Which lines of a task's change no check notices, found by taking each part of it back in a copy. */
export async function proveDeep(word: string | undefined, args: ParsedArgs, io: Io): Promise<number> {
  const run = findPastRun(args, io);
  const turns = word === undefined ? allTurns(run) : findTurns(word, run);
  const content = await openContent(run, io);
  const plans = readPlans(run, content, args.flag("checks-outside")).filter(({ required }) => required);
  if (plans.length === 0)
    throw new UserError({
      what: "this run had no required check that could notice anything",
      where: `run ${run.id}`,
      fix: 'a run needs one, such as --check tests="npm test"',
    });
  const change = withoutList(await changeOf(turns, content), { run, content, io });
  const { parts, notes } = await collectParts(change, content);
  for (const note of notes) io.err(`note: ${note}\n`);
  const abort = new AbortController();
  const removeHandlers = onStopSignals(() => abort.abort());
  try {
    const place: TryPlace = {
      cwd: content.cwd,
      now: await lookAtContent(run, content),
      root: content.snapshots.root,
      plans,
      signal: abort.signal,
      room: outside,
    };
    const trials = new Trials(place, {
      file: `${content.folder.path}/${run.id}.deep.json`,
      seconds: readSeconds(args),
      io,
    });
    const found = await searchParts(
      parts,
      (part) => trials.attempt(part),
      (path) => unlinkedTextAt(content.snapshots.root, path) ?? "",
    );
    return showDeepProof(turns.label, found, { args, io, root: content.snapshots.root });
  } finally {
    removeHandlers();
  }
}

const allTurns = ({ turns }: PastRun) => ({
  label: "the run",
  task: null,
  iterations: turns.map(({ iteration }) => iteration),
});

async function collectParts(change: Awaited<ReturnType<typeof changeOf>>, { snapshots }: RunContent) {
  const parts: ChangedPart[] = [];
  const notes: string[] = [];
  for (const [path, turns] of change) {
    const steps = mergeSteps(turns);
    const [first, last] = [steps[0], steps.at(-1)];
    if (!first || !last?.after || isTestFile(path) || last.after.mode === "120000") continue;
    const known = await snapshots.read([...(first.before ? [first.before.hash] : []), last.after.hash]);
    const after = known.get(last.after.hash);
    if (!after || after.subarray(0, 8192).includes(0)) continue;
    if (unlinkedTextAt(snapshots.root, path) !== after.toString("utf8")) {
      notes.push(`${path} changed since, and is left out`);
      continue;
    }
    const before = first.before ? (known.get(first.before.hash)?.toString("utf8") ?? null) : null;
    parts.push(...partsOfChange({ path, before, after: after.toString("utf8") }));
  }
  return { parts, notes };
}

function readSeconds(args: ParsedArgs): number {
  const given = args.text("seconds");
  const seconds = Number(given ?? 600);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw new UserError({
    what: `--seconds is ${JSON.stringify(given)}`,
    where: "--seconds",
    fix: "give a number of seconds, such as 600",
  });
}

interface TrialTerms {
  /** Where results are kept, so that the next call goes on. */
  readonly file: string;
  readonly seconds: number;
  readonly io: Io;
}

/** Makes the checks without a part, each content once. */
class Trials {
  readonly #place: TryPlace;
  readonly #terms: TrialTerms;
  readonly #known: Map<string, Noticed>;
  readonly #elapsed = stopwatch();
  #whole: ReadonlyMap<CommandPlan, CopyResult> | null = null;

  constructor(place: TryPlace, terms: TrialTerms) {
    this.#place = place;
    this.#terms = terms;
    const kept = tryParseJson(readIfThere(terms.file) ?? "");
    this.#known = new Map(isRecord(kept) ? (Object.entries(kept) as [string, Noticed][]) : []);
  }

  async attempt(part: ChangedPart): Promise<Noticed> {
    const { plans, now, signal } = this.#place;
    const key = sha256Hex(JSON.stringify([now.snapshot, plans.map(({ words }) => words), part.path, part.without]));
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (signal.aborted || this.#elapsed() > this.#terms.seconds) return "no-time";
    const noticed = await this.#try(part);
    if (signal.aborted) return "no-time";
    this.#terms.io.err(`${part.path}:${part.lines[0]} ${noticed}\n`);
    this.#known.set(key, noticed);
    replacePrivateFile(this.#terms.file, JSON.stringify(Object.fromEntries(this.#known)));
    return noticed;
  }

  async #try({ path, without }: ChangedPart): Promise<Noticed> {
    const { root, plans, now } = this.#place;
    this.#whole ??= await this.#tryWhole();
    const mode = now.roots.find((each) => each.path === root)?.files[path]?.mode ?? "100644";
    const bytes = Buffer.from(without);
    const entry = { mode, hash: blobHash(bytes, hashNameOf(now.snapshot ?? "")) };
    let isKnown = false;
    for (const plan of plans) {
      if (this.#whole.get(plan)?.is !== "holds") continue;
      const result = await tryInCopy(plan, [{ path, entry, bytes }], this.#place);
      if (result.is === "fails") return "noticed";
      if (result.is === "holds") isKnown = true;
    }
    return isKnown ? "unnoticed" : "unknown";
  }

  /** A check that fails with everything in place notices nothing. */
  async #tryWhole(): Promise<ReadonlyMap<CommandPlan, CopyResult>> {
    const found = new Map<CommandPlan, CopyResult>();
    for (const plan of this.#place.plans as readonly CommandPlan[])
      found.set(plan, await tryInCopy(plan, [], this.#place));
    return found;
  }
}
