import type { CheckRoom } from "../../agents/sandbox/check-room.js";
import type { CheckPlan } from "../../evidence/plan.js";
import { UserError } from "../../lib/errors.js";
import { pathResolve } from "../../lib/files/folder.js";
import { allAgents } from "../loop/agent-roles.js";
import type { PrivateFolder } from "../records/private-folder.js";
import type { RunRecord } from "../records/run-record.js";
import { describeRoom, openCheckRoom } from "./check-room.js";
import type { RunOptions } from "./options.js";
import type { WatchedSandbox } from "./watch-project.js";

interface RoomOfRun {
  /** That of the run, or of a unit of it. */
  readonly run: string;
  readonly cwd: string;
  readonly stateFolder: string;
  readonly privateFolder: PrivateFolder;
  readonly plans: readonly CheckPlan[];
}

/** Where the checks of a run, or of one of its units, are made. */
export function openRoom(options: RunOptions, { run, cwd, stateFolder, privateFolder, plans }: RoomOfRun): CheckRoom {
  const reviewers = [...(options.reviewers?.values() ?? [])];
  const asked = reviewers.map((agent) => agent.invoke({ prompt: "", resume: null }).words);
  return openCheckRoom(options, {
    ...{ run, cwd, agents: [...allAgents(options.agents), ...reviewers] },
    own: [stateFolder, pathResolve(cwd, options.config.stateFolder), pathResolve(privateFolder.path, "..")],
    commands: plans.flatMap((plan) => (plan.kind === "command" ? [plan.words] : [])),
    judges: [...plans.flatMap((plan) => (plan.kind === "judge" ? [plan.words] : [])), ...asked],
  });
}

/** Tests that an agent wrote can leave in the project what the agent could: it is taken back after each of them, too. */
export const watchRoom = (room: CheckRoom, sandbox: Pick<WatchedSandbox, "restore">): CheckRoom => ({
  ...room,
  run: (words, options) =>
    room.run(words, options).finally(() => {
      const isInCopy = (options.shows ?? []).length > 0;
      if (!isInCopy) sandbox.restore();
    }),
});

/** What checks came to in one place says nothing about another: the start of a run is not measured again. */
export function refuseOtherRoom({ config }: Pick<RunOptions, "config">, resumed: RunRecord | null): void {
  if (resumed === null || resumed.baseline === null) return;
  const { checksIn: then = "outside" } = resumed;
  const now = describeRoom(config);
  if (then === now) return;
  throw new UserError({
    what: `the checks of this run were made ${placeOf(then)} when it began, and would now be made ${placeOf(now)}`,
    where: `run ${resumed.run}`,
    fix: `untildone run --resume ${flagsFor(then, config.sandbox)}`,
  });
}

const placeOf = (room: string): string => (room === "outside" ? "outside of any sandbox" : `in a sandbox (${room})`);

function flagsFor(room: string, sandbox: string): string {
  if (room === "outside") return sandbox === "none" ? "--sandbox none" : "--checks-outside";
  const [kind = "", image] = room.split(" ");
  const flags = image === undefined ? `--sandbox ${kind}` : `--sandbox ${kind} --sandbox-image ${image}`;
  return `${flags} --set checksOutside=false`;
}
