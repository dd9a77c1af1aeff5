import { defaultSettings } from "../../decide/settings-table.js";
import { realPath } from "../../lib/files/folder.js";
import type { GitSettings } from "../git/git-settings.js";
import type { RanIn, RunRecord } from "../records/run-record.js";
import { describeRoom } from "./check-room.js";
import type { NamedTask } from "./choose-tasks.js";
import type { RunOptions } from "./options.js";
import type { Parts } from "./parts.js";

interface RecordContext {
  readonly id: string;
  readonly project: string;
  readonly stateFolder: string;
  readonly parts: Parts;
  readonly gitSettings: GitSettings | null;
  readonly chosen?: readonly NamedTask[];
}

/** What this run is started with: the flags with the detected list and iteration limit, the settings and the plans. */
export function makeRecord({ config, flags, tasks, checks, resume }: RunOptions, context: RecordContext): RunRecord {
  const { from } = config.origins["maxIterations"] ?? {};
  const { maxIterations } = config.resolved.settings;
  const isDerived = from === "default" && maxIterations !== defaultSettings.maxIterations;
  return {
    version: 1,
    project: context.project,
    run: context.id,
    stateFolder: realPath(context.stateFolder),
    tasks,
    flags: { ...(isDerived ? { "max-iterations": String(maxIterations) } : {}), ...flags, tasks },
    sources: config.sources,
    checks,
    plans: context.parts.plans,
    checksIn: describeRoom(config),
    ...addRanIn(config, resume),
    ...(context.chosen?.length ? { chosen: context.chosen } : {}),
    gitSettings: context.gitSettings,
    baseline: resume?.baseline ?? null,
  };
}

/** A run that is resumed elsewhere ran in both places. Of a record that does not say, nobody knows where its run began. */
function addRanIn(config: RunOptions["config"], resume: RunRecord | null): { readonly ranIn?: readonly RanIn[] } {
  const now: RanIn = { agents: config.sandbox, checks: describeRoom(config) };
  if (resume === null) return { ranIn: [now] };
  const { ranIn } = resume;
  if (ranIn === undefined) return {};
  const isKnown = ranIn.some(({ agents, checks }) => agents === now.agents && checks === now.checks);
  return { ranIn: isKnown ? ranIn : [...ranIn, now] };
}
