import { defaultSettings, type SettingsPatch, withSettings } from "../core/settings.js";
import type { TaskSource } from "../situation/situation.js";
import { readMarkdownTasks } from "../trackers/markdown.js";

/** A list read before it is judged, so that a task done since the last time can be seen. */
export function listed(source: TaskSource, settings: SettingsPatch): TaskSource {
  if (source.is !== "markdown") return source;
  const { optionalSections } = withSettings(defaultSettings, settings);
  const { tasks } = readMarkdownTasks(source.markdown, optionalSections);
  return tasks.length > 0 ? { is: "tasks", tasks } : source;
}
