import { type CheckRoom, outside } from "../agents/sandbox/check-room.js";
import { type SandboxKind, sandboxKinds } from "../agents/sandbox/sandbox.js";
import { loadConfig } from "../config/load.js";
import { UserError } from "../lib/errors.js";
import { pathResolve } from "../lib/files/folder.js";
import { onStopSignals } from "../lib/process/signals.js";
import { suggest } from "../lib/text/nearest.js";
import { plural } from "../lib/text/plural.js";
import type { FilesHere } from "../report/bundle/compare-here.js";
import { readProved } from "../report/bundle/read-proved.js";
import { type ReplayedCheck, replayChecks } from "../report/bundle/replay-checks.js";
import { replayJournal } from "../report/bundle/replay-journal.js";
import type { ProofStatement } from "../report/bundle/statement.js";
import { signingKeyFile } from "../run/records/signing-key.js";
import { openCheckRoom } from "../run/start/check-room.js";
import type { Io, ParsedArgs } from "./command.js";

/** What came of doing it again. */
export type Replayed =
  | { readonly is: "same"; readonly what: string }
  | { readonly is: "differs"; readonly why: string }
  | { readonly is: "unknown"; readonly why: string; readonly fix: string };

interface ReplayTerms {
  readonly args: ParsedArgs;
  readonly io: Io;
  /** How the files here differ from what was proved. */
  readonly here: FilesHere | null;
}

/** Decides again from the journal of a proof, and makes its checks again on what was proved, whatever else lies here. */
export async function replayProof(statement: ProofStatement, { args, io, here }: ReplayTerms): Promise<Replayed> {
  const kind = readKind(args.text("sandbox"));
  const [first] = await replayJournal(statement);
  if (first !== undefined) return { is: "differs", why: `its journal does not fit together: ${first}` };
  if (args.flag("file-only") || args.text("commit") !== undefined)
    throw new UserError({
      what: "--replay makes the checks on what lies here, so that has to be compared first",
      where: "untildone verify",
      fix: "check out what was proved, and leave --file-only and --commit out",
    });
  const proved = here === null || here.is === "same" ? [] : await readProved(io.cwd, here);
  if ("why" in proved) return { is: "unknown", ...proved };
  const abort = new AbortController();
  const removeHandlers = onStopSignals(() => abort.abort());
  const room = openRoom(kind, statement, io);
  try {
    const onCheck = ({ check, was, now }: ReplayedCheck): void =>
      io.err(`${check}: ${words[now]}${was === now ? ", as recorded" : `, recorded as ${words[was]}`}\n`);
    const checks = await replayChecks(statement, { cwd: io.cwd, proved, room, signal: abort.signal, onCheck });
    return abort.signal.aborted
      ? { is: "unknown", why: "it was interrupted", fix: "verify it again" }
      : sumUp(statement, checks);
  } finally {
    removeHandlers();
    await room.close();
  }
}

const words = { holds: "pass", fails: "fail", unknown: "cannot be told" } as const;

function sumUp({ predicate }: ProofStatement, checks: readonly ReplayedCheck[]): Replayed {
  const differing = checks.find(({ was, now }) => was !== "unknown" && now !== "unknown" && was !== now);
  if (differing)
    return {
      is: "differs",
      why: `${differing.check} was recorded as ${words[differing.was]}, and is now ${words[differing.now]}${differing.why === null ? "" : `: ${differing.why}`}`,
    };
  const untold = checks.find(({ was, now }) => was !== now && now === "unknown");
  if (untold)
    return {
      is: "unknown",
      why: `${untold.check} cannot be made again here: ${untold.why ?? "it says nothing"}`,
      fix: "install what it needs (dependencies, tools), and verify it again",
    };
  const { lines, records } = predicate.journal;
  const decided =
    lines === null ? "its journal has no records to decide again" : `${plural(records, "record")} decided again`;
  const made =
    checks.length === 0 ? "it records no command to run again" : `${plural(checks.length, "check")} as recorded`;
  return { is: "same", what: `${decided}; ${made}` };
}

function readKind(name: string | undefined): SandboxKind | null {
  const kind = sandboxKinds.find((each) => each === name);
  if (name === undefined || kind !== undefined) return kind ?? null;
  throw new UserError({
    what: `unknown sandbox ${JSON.stringify(name)}`,
    where: "--sandbox",
    fix: suggest(name, sandboxKinds),
  });
}

function openRoom(kind: SandboxKind | null, { predicate }: ProofStatement, io: Io): CheckRoom {
  if (kind === null) return outside;
  const { env, home, cwd } = io;
  const config = { ...loadConfig({ cwd, env, home, flags: {} }), sandbox: kind, checksOutside: false };
  return openCheckRoom(
    { config, env, home, cwd },
    {
      ...{ run: "verify", cwd, agents: [], judges: [] },
      own: [pathResolve(signingKeyFile(io), "..")],
      commands: predicate.checks.flatMap(({ command }) => (command === null ? [] : [command])),
    },
  );
}
