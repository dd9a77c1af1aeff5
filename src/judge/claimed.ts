import { claims } from "../core/said.js";
import { defaultSettings, type SettingsPatch, withSettings } from "../core/settings.js";
import type { Transcript } from "../core/transcript.js";
import { listen } from "../signals/listen.js";
import type { TaskSource } from "../situation/situation.js";

/** Whether dear checks are due: completion is claimed or no work is left, and whether the run would end with it. */
export interface Due {
  readonly claimed: boolean;
  readonly ending: boolean;
}

export function dueChecks(
  heard: Transcript | null,
  { settings, tasks, task }: { settings: SettingsPatch; tasks: TaskSource; task: string | null | undefined },
): Due {
  const list = tasks.is === "tasks" ? tasks.tasks.filter(({ optional }) => !optional) : [];
  const left = list.filter(({ status }) => status !== "done" && status !== "skipped");
  const allDone = tasks.is === "tasks" && tasks.tasks.length > 0 && left.length === 0;
  const said = heard && listen(heard, withSettings(defaultSettings, settings));
  const claimed = allDone || (said !== null && claims(said, task ? "task" : "run"));
  return { claimed, ending: claimed && left.every(({ id }) => id === task) };
}
