import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyScene,
  composedPolicy,
  decideGiven,
  edgeScene,
  everyRuling,
  expectNeverCompleted,
  hopefulScene,
  namedPolicies,
  othersNotDone,
  type Row,
  type Scene,
  shownScene,
  situationOf,
  uselessTasks,
  wordyScene,
} from "./situations.js";

const finished = fc.oneof({ weight: 3, arbitrary: hopefulScene }, { weight: 1, arbitrary: wordyScene });

/** A list without ids of its own calls its first task "1", and a claim may call it "T1". */
const positionOf = (id: string): string => id.replace(/^T/, "");

const notOver: Row["status"][] = ["todo", "doing", "blocked"];

describe("completed, in every policy", () => {
  it("is reached often enough under each policy for these properties to mean something", () => {
    const times = new Map(namedPolicies.map((name) => [name, 0]));
    for (const scene of fc.sample(hopefulScene, { numRuns: 150, seed: 7 }))
      for (const { policy, decision } of everyRuling(scene, { name: "composed", rules: [] }))
        if (typeof policy === "string" && decision.outcome === "completed")
          times.set(policy, (times.get(policy) ?? 0) + 1);
    for (const [name, count] of times) expect(count, name).toBeGreaterThan(20);
  });

  it("means that every required check holds and no task but the selected one is left, whatever the agent says", () => {
    fc.assert(
      fc.property(fc.oneof(anyScene, finished), composedPolicy, (scene, composed) => {
        for (const { decision, story } of everyRuling(scene, composed)) {
          if (decision.outcome !== "completed") continue;
          const unmet = scene.evidence.filter(({ required, state }) => required && state !== "holds");
          const facts = { unmet, othersNotDone: othersNotDone(scene), useless: scene.tasks.is === "useless" };
          expect(facts, story).toEqual({ unmet: [], othersNotDone: 0, useless: false });
        }
      }),
      { numRuns: 250 },
    );
  });

  it("means that every other task is done, or was claimed in this turn and is proven", () => {
    fc.assert(
      fc.property(shownScene, fc.boolean(), composedPolicy, (given, isLeft, composed) => {
        fc.pre(given.tasks.is === "rows");
        const rows = given.tasks.is === "rows" ? given.tasks.rows : [];
        const left: Row = { id: "T7", title: "logout", status: "todo", optional: false };
        const scene: Scene = { ...given, tasks: { is: "rows", form: "list", rows: isLeft ? [...rows, left] : rows } };
        const proven = new Set(
          (scene.shown?.claims ?? [])
            .filter(({ proof }) => proof.state === "proven" && proof.kind !== "held-before")
            .map(({ task }) => positionOf(task)),
        );
        for (const { decision, story } of everyRuling(scene, composed)) {
          const others = decision.tasksDone.filter(({ id }) => id !== decision.taskDone);
          expect(
            others.every(({ id, verified }) => verified && proven.has(positionOf(id))),
            story,
          ).toBe(true);
          if (decision.outcome === "completed") expect(othersNotDone(scene), story).toBeLessThanOrEqual(others.length);
        }
      }),
      { numRuns: 250 },
    );
  });

  it("is never said while a required check fails or is unknown", () => {
    const state = fc.constantFrom("fails" as const, "unknown" as const);
    fc.assert(
      fc.property(finished, state, fc.nat(), composedPolicy, (hopeful, worse, at, composed) => {
        const evidence = hopeful.evidence.map((check, place) =>
          place === at % hopeful.evidence.length ? { ...check, state: worse, required: true } : check,
        );
        expectNeverCompleted({ ...hopeful, evidence }, composed);
      }),
      { numRuns: 200 },
    );
  });

  it("is never said while a required check is empty, cannot run or was not run, whatever it is called beside that", () => {
    const silent = fc.record({
      state: fc.constantFrom("holds" as const, "unknown" as const),
      now: fc.constantFrom("empty", "cannot-run", "not-run", "unknown"),
      before: fc.constantFrom("holds", "empty", "cannot-run"),
    });
    fc.assert(
      fc.property(fc.oneof(finished, shownScene), silent, fc.nat(), composedPolicy, (given, said, at, composed) => {
        fc.pre(given.evidence.length > 0);
        const evidence = given.evidence.map((check, place) =>
          place === at % given.evidence.length ? { ...check, ...said, required: true } : check,
        );
        expectNeverCompleted({ ...given, evidence }, composed);
      }),
      { numRuns: 250 },
    );
  });

  it("is never said while a task other than the selected one is not done", () => {
    const extra = fc.record({
      id: fc.constantFrom(null, "T1", "T7", "OAuth2"),
      title: fc.constantFrom("logout", "write the docs"),
      status: fc.constantFrom(...notOver),
      optional: fc.constant(false),
    });
    fc.assert(
      fc.property(finished, extra, fc.boolean(), composedPolicy, (hopeful, row, selectedToo, composed) => {
        fc.pre(hopeful.tasks.is === "rows");
        const rows = hopeful.tasks.is === "rows" ? hopeful.tasks.rows : [];
        const first = rows.map((given, at) =>
          at === 0 && selectedToo ? { ...given, status: "doing" as const } : given,
        );
        const scene: Scene = { ...hopeful, tasks: { is: "rows", form: "list", rows: [...first, row] } };
        fc.pre(othersNotDone(scene) > 0);
        expectNeverCompleted(scene, composed);
      }),
      { numRuns: 200 },
    );
  });

  it("is never said over a list that is missing, empty, without boxes or unreadable", () => {
    fc.assert(
      fc.property(fc.oneof(finished, anyScene), uselessTasks, composedPolicy, (scene, tasks, composed) => {
        expectNeverCompleted({ ...scene, tasks }, composed);
      }),
      { numRuns: 150 },
    );
  });

  it("is not helped by a check that gives no answer", () => {
    const name = fc.constantFrom("tests", "criteria", "build", "judge");
    fc.assert(
      fc.property(
        fc.oneof(anyScene, finished, edgeScene),
        name,
        fc.boolean(),
        composedPolicy,
        (scene, check, required, composed) => {
          const without: Scene = { ...scene, evidence: scene.evidence.filter((known) => known.name !== check) };
          const silent: Scene = {
            ...without,
            evidence: [...without.evidence, { name: check, state: "unknown", required }],
          };
          const silently = everyRuling(silent, composed);
          for (const [at, { decision }] of everyRuling(without, composed).entries()) {
            if (decision.decision !== "CONTINUE") continue;
            expect(silently[at]?.decision.outcome, silently[at]?.story).not.toBe("completed");
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("leaves a check that gives no answer out of what counts as progress", () => {
    fc.assert(
      fc.property(hopefulScene, fc.constantFrom(1, 2), fc.boolean(), (hopeful, failing, required) => {
        const scene: Scene = {
          ...hopeful,
          iteration: { filesChanged: 0, commits: 0 },
          history: [{ filesChanged: 0, failingChecks: failing }],
          evidence: [{ name: "judge", state: "unknown", required }],
          breaker: { state: "closed", noProgress: 1 },
          claim: "none",
          before: ["Looked around."],
          settings: { breaker: { noProgress: 2 }, gateEnabled: false },
        };
        const given = situationOf(scene);
        expect(decideGiven(given).decision.breaker.state, JSON.stringify(given)).toBe("open");
      }),
      { numRuns: 60 },
    );
  });
});
