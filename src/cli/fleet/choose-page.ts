/** A repository with those of its tasks that were asked for. */
export interface TasksOfRepository<R, T> {
  readonly repository: R;
  readonly tasks: readonly T[];
}

export interface Page<R, T> {
  readonly repositories: readonly (TasksOfRepository<R, T> & { readonly hidden: number })[];
  readonly pages: number;
}

/**
 * The rows of a page: as many tasks as the limit says (0: all), where a repository without any counts as one. `hidden` are
 * its tasks on other pages.
 */
export function choosePage<R, T>(
  listed: readonly TasksOfRepository<R, T>[],
  { limit, page }: { readonly limit: number; readonly page: number },
): Page<R, T> {
  const rows = listed.flatMap((each) =>
    each.tasks.length === 0 ? [{ each, task: [] }] : each.tasks.map((task) => ({ each, task: [task] })),
  );
  const size = limit === 0 ? Math.max(1, rows.length) : limit;
  const shown = rows.slice((page - 1) * size, page * size);
  const repositories = [...new Set(shown.map(({ each }) => each))].map((each) => {
    const tasks = shown.filter((row) => row.each === each).flatMap(({ task }) => task);
    return { repository: each.repository, tasks, hidden: each.tasks.length - tasks.length };
  });
  return { repositories, pages: Math.max(1, Math.ceil(rows.length / size)) };
}
