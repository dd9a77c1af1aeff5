import type { Config } from "../../config/load.js";
import type { PhaseSetting } from "../../config/run-settings.js";
import type { SourcedSetting } from "../../config/setting-sources.js";
import { exists } from "../../lib/files/disk.js";
import { isRecord } from "../../lib/json/is-record.js";
import type { Io, ParsedArgs } from "../command.js";
import { runConfig } from "../flags/run-flags.js";

/** What runs on a worker is its operator's business: a repository says nothing about it. */
const ofWorker: ReadonlySet<string> = new Set([
  ...["agent", "model", "permissions", "agentArgs", "agentByTaskKind", "notify", "stateFolder", "stateFile"],
  "reviewers",
  ...[
    "sandbox",
    "sandboxImage",
    "sandboxNetwork",
    "sandboxMemory",
    "sandboxProcesses",
    "sandboxCpus",
    "sandboxEnv",
    "sandboxMounts",
    "checksOutside",
  ],
]);

interface WorkerConfig {
  readonly config: Config;
  /** The repository's own state folder, which holds its configuration. */
  readonly reserved: readonly string[];
  /** The repository's prompt, from its root; null if it has none in its state folder. */
  readonly promptFile: string | null;
}

/** The configuration of a repository as it was submitted, without what only the worker decides. */
export function readWorkerConfig(args: ParsedArgs, io: Io, stateFolder: string): WorkerConfig {
  const found = runConfig(args, io);
  const given = found.sources.given.flatMap(keepForRepository);
  const prompt = `${found.stateFolder}/PROMPT.md`;
  return {
    config: { ...runConfig(args, io, { given, stateFolder }), warnings: found.warnings },
    reserved: [found.stateFolder],
    promptFile: exists(`${io.cwd}/${prompt}`) ? prompt : null,
  };
}

function keepForRepository(setting: SourcedSetting): readonly SourcedSetting[] {
  const [name = ""] = setting.name.split(".");
  if (setting.origin.from !== "project") return [setting];
  if (name === "phases") return [{ ...setting, value: (setting.value as readonly PhaseSetting[]).map(withoutAgent) }];
  if (name === "byTaskKind") return keepWithoutReviewers(setting);
  return ofWorker.has(name) ? [] : [setting];
}

/** A reviewer is a program: a repository does not say which ones a worker starts, for no kind of task. */
function keepWithoutReviewers(setting: SourcedSetting): readonly SourcedSetting[] {
  if (setting.name.endsWith(".reviewers")) return [];
  const strip = (value: unknown): unknown =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) => (key === "reviewers" ? [] : [[key, strip(inner)]])),
        )
      : value;
  return [{ ...setting, value: strip(setting.value) }];
}

const withoutAgent = ({ agent: _, model: __, ...phase }: PhaseSetting): PhaseSetting => phase;
