import { beforeAll, describe, expect, it } from "vitest";
import { bin } from "../e2e/cli.js";
import { type Installed, install } from "./install.js";
import { isMissing, type NewcomerProject, newcomerProjects, replyFor } from "./newcomer-projects.js";
import { RealPlace } from "./place.js";
import { realClis } from "./real-cli.js";
import "./row.js";

/** The hour of a newcomer: from nothing to a verified first task, in at most three commands. CI plays the first three. */
const played = process.env["UNTILDONE_NEWCOMER"] === "all" ? newcomerProjects : newcomerProjects.slice(0, 3);
const cli = realClis.claude;

let installed: Installed;
beforeAll(async () => {
  installed = await install(cli);
}, 600_000);

describe("a newcomer's first task is verified", { timeout: 300_000 }, () => {
  for (const project of played)
    it(`in a project of the kind: ${project.kind}`, async (context) => {
      if (installed.bin === null) return context.skip(installed.why);
      if (isMissing(project)) return context.skip(`${project.needs?.[0]} is not installed`);
      const { files, hasGit = true } = project;
      await using place = await RealPlace.create({ cli, access: "key", folder: installed.bin, files, hasGit });
      const { code, out, seconds } = await type(place, project);
      context.task.meta.row = {
        ...{ agent: cli.name, version: installed.version, scenario: `newcomer: ${project.kind}`, code, seconds },
        outcome: /^Status: +(.+?) \(/m.exec(out)?.[1] ?? "",
      };
      expect(out).toMatch(new RegExp(`^Verified: +(?:${project.verifies}|".+" \\(${project.verifies}\\))$`, "m"));
      expect(code, out).toBe(0);
      await place.waitUntilNothingRuns();
    });

  it("in at most three commands", () => {
    expect(newcomerProjects).toHaveLength(10);
    for (const { commands } of newcomerProjects) expect(commands.length).toBeLessThanOrEqual(3);
  });
});

/** One command after another; the output of the last one, and the time of all. */
async function type(place: RealPlace, project: NewcomerProject) {
  let last = { code: null as number | null, out: "", seconds: 0 };
  for (const words of project.commands) {
    place.model.play(replyFor(project));
    const run = place.startProgram([process.execPath, bin, ...words]);
    const code = await run.ended();
    last = { code, out: run.out + run.err, seconds: last.seconds + run.seconds };
  }
  return last;
}
