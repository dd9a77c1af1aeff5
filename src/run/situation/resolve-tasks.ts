import type { KnownTasks } from "../../decide/tasks.js";
import type { ListOptions } from "../../tasks/list-options.js";
import { readMarkdown } from "../../tasks/markdown/read-markdown.js";
import type { TaskSource } from "./situation.js";

/** The task list of a situation, read with the current settings. */
export function resolveTasks(source: TaskSource, options: ListOptions): KnownTasks {
  switch (source.is) {
    case "not-asked":
    case "tasks":
      return source;
    case "missing":
      return { is: "unusable", why: "the list is missing" };
    case "file":
      return { is: "unusable", why: `${source.file} was not read` };
    case "unreadable":
      return { is: "unusable", why: source.why };
    case "markdown": {
      const { tasks } = readMarkdown(source.markdown, options);
      if (tasks.length > 0) return { is: "tasks", tasks };
      const isEmpty = source.markdown.trim() === "";
      return { is: "unusable", why: isEmpty ? "the list is empty" : "no checkbox was found in the list" };
    }
  }
}
