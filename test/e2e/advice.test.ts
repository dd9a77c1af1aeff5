import { expect, it } from "vitest";
import { Workplace } from "./cli.js";

const project = (...steps: readonly object[]): Workplace => {
  const place = new Workplace();
  place.write("TODO.md", "- [ ] T1: one\n");
  place.write(".ralph/s.json", JSON.stringify({ steps }));
  return place;
};
const run = ["run", "--agent", "scripted", "--script", ".ralph/s.json", "--no-detect"];
const hollow = { say: "Done.", status: { STATUS: "COMPLETE", WORK: "none" } };

it("says that nothing is left once the last task was accepted", async () => {
  using place = project(hollow);
  await place.run(run);
  const { out } = await place.run(["accept", "T1"]);
  expect(out).toBe("accepted as done, on your word: T1\nnothing is left to do: untildone report shows the run\n");
});

it("says how to go on where another task is left", async () => {
  using place = project(hollow);
  place.write("TODO.md", "- [ ] T1: one\n- [ ] T2: two\n");
  await place.run([...run, "--max-iterations", "2"]);
  expect((await place.run(["accept", "T1"])).out).toContain("resume with: untildone run --resume");
});

it("counts iterations in the summary as their numbers do, also after a usage limit", async () => {
  using place = project({ limitSeconds: 1 }, { say: "on", write: { a: "1" } }, { say: "on", write: { b: "1" } });
  const { out } = await place.run([...run, "--limit-margin", "0", "--max-iterations", "2"]);
  expect(out).toMatch(/^iteration 3 /m);
  expect(out).toContain("Iterations: 2, and 1 that met a usage limit");
});

it("names the command that adds a list to a worktree", async () => {
  using place = project(hollow);
  place.write(".gitignore", "TODO.md\n");
  place.commitAll();
  const { err } = await place.run([...run, "--worktree"]);
  expect(err).toContain('fix  git add TODO.md && git commit -m "Add TODO.md"; or run without --worktree');
});
