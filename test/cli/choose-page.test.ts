import { describe, expect, it } from "vitest";
import { choosePage } from "../../src/cli/fleet/choose-page.js";

describe("the page of a fleet's status", () => {
  const listed = [
    { repository: "a", tasks: [1, 2, 3] },
    { repository: "b", tasks: [] },
    { repository: "c", tasks: [4] },
  ];
  const row = (repository: string, tasks: readonly number[], hidden: number) => ({ repository, tasks, hidden });

  it.each([
    { limit: 2, page: 1, repositories: [row("a", [1, 2], 1)], pages: 3 },
    { limit: 2, page: 2, repositories: [row("a", [3], 2), row("b", [], 0)], pages: 3 },
    { limit: 2, page: 3, repositories: [row("c", [4], 0)], pages: 3 },
    { limit: 2, page: 4, repositories: [], pages: 3 },
    { limit: 5, page: 1, repositories: [row("a", [1, 2, 3], 0), row("b", [], 0), row("c", [4], 0)], pages: 1 },
    { limit: 0, page: 1, repositories: [row("a", [1, 2, 3], 0), row("b", [], 0), row("c", [4], 0)], pages: 1 },
  ])("$page of those with $limit tasks each", ({ limit, page, repositories, pages }) => {
    expect(choosePage(listed, { limit, page })).toEqual({ repositories, pages });
  });

  it("is one, and empty, where nothing is listed", () => {
    expect(choosePage([], { limit: 0, page: 1 })).toEqual({ repositories: [], pages: 1 });
  });

  it("is found quickly among 20,000 tasks of 2,000 repositories, and all pages together are all tasks", () => {
    const many = Array.from({ length: 2_000 }, (_, at) => ({
      repository: at,
      tasks: Array.from({ length: 10 }, (__, task) => at * 10 + task),
    }));
    const { pages } = choosePage(many, { limit: 50, page: 1 });
    const all = Array.from({ length: pages }, (_, at) => choosePage(many, { limit: 50, page: at + 1 }));
    const tasks = all.flatMap(({ repositories }) => repositories.flatMap((each) => each.tasks));
    expect(tasks).toEqual(Array.from({ length: 20_000 }, (_, at) => at));
  });
});
