import { describe, expect, it } from "vitest";
import { Workplace } from "./cli.js";

const boxes = "# Plan\n\nFirst some prose.\n\n- [ ] one\n- [ ] two\n";
const dryRun = ["run", "--command", "true", "--dry-run"];

describe("finding the task list", () => {
  it("takes a PLAN.md with prose around its boxes, and says so", async () => {
    using place = new Workplace();
    place.write("PLAN.md", boxes);
    const { out, code } = await place.run([...dryRun, "--json"]);
    expect([code, JSON.parse(out).tasks]).toEqual([0, "PLAN.md"]);
  });

  it("says what is nearly a list, and what was looked for", async () => {
    using place = new Workplace();
    place.write("NOTES.md", boxes);
    place.write("TODO.md", "- one\n- two\n");
    const { err, code } = await place.run(dryRun);
    expect(code).toBe(2);
    for (const line of [
      "NOTES.md has 2 open boxes: --tasks NOTES.md",
      "TODO.md has 2 items and no box",
      "specs/*/tasks.md",
    ])
      expect(err).toContain(line);
  });

  it("lets a person choose between two lists", async () => {
    using place = new Workplace();
    place.write("specs/1/tasks.md", boxes);
    place.write("specs/2/tasks.md", boxes);
    const { err, code } = await place.run(dryRun);
    expect(code).toBe(2);
    expect(err).toContain("--tasks specs/1/tasks.md  (2 tasks left)\n       --tasks specs/2/tasks.md");
  });

  it("is adopted by init, which then names it in the configuration", async () => {
    using place = new Workplace();
    place.write("PLAN.md", boxes);
    await place.run(["init", "--yes"], "", { HOME: "/nobody" });
    expect(place.read(".ralph/config.yaml")).toContain("tasks: PLAN.md\n");
    expect(place.read("PLAN.md")).toBe(boxes);
  });

  it("finds the project from a folder inside, and paths from where they were typed", () => {
    using place = new Workplace();
    place.write("app/TODO.md", "- [ ] T1: above\n");
    place.write("app/src/list.md", "- [ ] T9: here\n");
    const { out, err } = place.bash(
      "cd app && git init -q && cd src && untildone tasks --next; untildone tasks list.md --next; untildone run --command true --dry-run",
    );
    expect(err).toContain("/app, the project of this folder");
    expect(out).toContain('"title":"T1: above"');
    expect(out).toContain('"title":"T9: here"');
    expect(out).toContain("tasks    TODO.md, next T1");
  });
});
