import type { CheckRoom } from "../agents/sandbox/check-room.js";
import { digest, realPath } from "../lib/files/folder.js";
import { isRecord } from "../lib/json/is-record.js";
import { toolVersions } from "../lib/process/tool-versions.js";
import { type CommandFinding, type ComparedWith, checkCommand } from "./checks/command.js";
import { judgeAgainstStart } from "./checks/tests/judge-against-start.js";
import { judgeRun } from "./checks/tests/judge-run.js";
import type { TestCensus } from "./checks/tests/lost-tests.js";
import type { TestRun } from "./checks/tests/test-run.js";
import type { KeptResults } from "./kept-results.js";
import type { CheckPlan, CommandPlan } from "./plan.js";
import { digestIgnored } from "./workspace/ignored-entries.js";
import type { WorkspaceState } from "./workspace/workspace-state.js";

type Scene = Parameters<typeof checkCommand>[1];

/** Runs checks, but for those that held on the very same content before. */
export interface CheckReuse {
  run(plan: CommandPlan, scene: Scene, compared: ComparedWith): Promise<CommandFinding>;
  /** Keeps what held, once it is known that no check changed the content. */
  settle(after: WorkspaceState): void;
}

/** What is kept of a check that holds. */
interface HeldCheck {
  readonly tests: TestRun;
  readonly census: TestCensus;
}

export interface ReuseOptions {
  readonly cwd: string;
  /** What holds in one need not hold in another. */
  readonly room: Pick<CheckRoom, "id">;
  readonly kept: KeptResults | null;
  readonly due: readonly CheckPlan[];
  readonly now: WorkspaceState;
}

export async function reuseChecks({ cwd, room, kept, due, now }: ReuseOptions): Promise<CheckReuse> {
  const { snapshot } = now;
  if (kept === null || snapshot === null) return { run: checkCommand, settle: () => undefined };
  const place = JSON.stringify([realPath(cwd), snapshot, room.id, ...toolVersions()]);
  const keyFor = ({ words, env, reads, found, network }: CommandPlan, ignored: string): string =>
    digest(JSON.stringify(["check", place, ignored, words, Object.entries(env).sort(), reads, found, network]));
  const commands = due.filter((plan) => plan.kind === "command");
  const before = commands.length > 0 ? await digestIgnored(now) : "";
  const held = new Map(commands.map((plan) => [plan, kept.find(keyFor(plan, before), readHeld)]));
  // A build that is not made again may be missing for a check that runs.
  const isAllHeld = [...held.values()].every((each) => each !== null);
  const pending: { readonly key: string; readonly check: HeldCheck }[] = [];
  return {
    async run(plan, scene, compared) {
      const known = held.get(plan) ?? null;
      const reused =
        known && (isAllHeld || known.tests.status === "pass") ? reuse(plan, known, { compared, cwd }) : null;
      if (reused) return reused;
      const finding = await checkCommand(plan, scene, compared);
      if (isWorthKeeping(plan, finding))
        pending.push({ key: keyFor(plan, await digestIgnored(now)), check: toHeld(finding) });
      return finding;
    },
    settle(after) {
      if (after.snapshot === snapshot) for (const { key, check } of pending) kept.keep(key, check);
    },
  };
}

/** A failure is not kept: it may be flaky, or the machine's. */
const isWorthKeeping = (plan: CommandPlan, { state, tests, exitCode, flaky, logs }: CommandFinding): boolean =>
  state === "holds" &&
  exitCode === 0 &&
  flaky.length === 0 &&
  logs?.length === 1 &&
  (plan.reads === "status" || tests.status === "pass");

const toHeld = ({ tests, census }: CommandFinding): HeldCheck => ({ tests, census });

const readHeld = (value: unknown): HeldCheck | null =>
  isRecord(value) && isRecord(value["tests"]) && isRecord(value["census"]) && isRecord(value["census"]["names"])
    ? (value as unknown as HeldCheck)
    : null;

interface Reusing {
  readonly compared: ComparedWith;
  readonly cwd: string;
}

/** The same result against this start; null where it no longer holds against it, so that the check has to tell why. */
function reuse(plan: CommandPlan, { tests, census }: HeldCheck, { compared, cwd }: Reusing): CommandFinding | null {
  const { atStart, removed, flaky = [] } = compared;
  const ended = { ending: { is: "exited", code: 0 } as const, tests, census, bytes: 1, text: "", cwd };
  const judged = judgeAgainstStart(judgeRun(plan, ended, atStart), { plan, census, atStart, removed });
  if (judged.state !== "holds") return null;
  const detail = `${judged.detail} (same content as before, not run again)`;
  return { ...judged, detail, tests, census, exitCode: 0, flaky: [...flaky], warnings: [], feedback: [], logs: [] };
}
