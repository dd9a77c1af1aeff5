import { describe, expect, it } from "vitest";
import type { Evidence } from "../decide/evidence.js";
import type { SessionStop } from "../decide/observation.js";
import { resolvePolicy } from "../decide/policies/policies.js";
import type { Proof } from "../decide/proof.js";
import type { Task } from "../decide/tasks.js";
import { judge } from "../run/judge/judge.js";
import { nothingSpent } from "../run/judge/spent.js";
import { emptyRunState } from "../store/current-run.js";
import { readStop } from "./read-stop.js";

interface Given {
  readonly says?: string;
  readonly session?: Partial<SessionStop>;
  readonly evidence?: readonly Evidence[];
  readonly tasks?: readonly Task[];
  readonly policy?: string;
  readonly workVisible?: boolean;
  readonly proof?: Proof;
}

const usual: SessionStop = {
  agent: "claude",
  id: "s1",
  goal: null,
  refusals: 0,
  limit: 5,
  unchanged: false,
};

/** What a policy says about a stop, from facts alone. */
function said({ says = "Done.", session = {}, evidence = [], policy = "standard", ...given }: Given): string {
  const { tasks, workVisible, proof } = given;
  const resolved = resolvePolicy(policy);
  const { report } = readStop(says, { settings: resolved.settings, now: 0, isAsked: false });
  const { decision } = judge(
    emptyRunState,
    {
      report,
      spent: nothingSpent,
      tasks: tasks ? { is: "tasks", tasks } : { is: "not-asked" },
      evidence,
      ...(proof ? { shown: { proof } } : {}),
      facts: workVisible === undefined ? {} : { workVisible },
      forceComplete: false,
      interrupted: false,
      response: null,
      feedback: [],
      warnings: [],
      session: { ...usual, ...session },
    },
    { policy: resolved, spec: policy, settings: {}, origins: {}, run: "r1", now: 0 },
  );
  const verified = decision.verified === null ? "" : decision.verified ? ", verified" : ", not verified";
  return `${decision.rule}: ${decision.outcome ?? "refused"}${verified}`;
}

const check = (state: Evidence["state"], more: Partial<Evidence> = {}): Evidence => ({
  name: "tests",
  state,
  required: true,
  detail: "",
  ...more,
});
const task = (status: Task["status"]): Task => ({
  ...{ id: "T1", title: "one", status, optional: false, line: 1 },
  ...{ dependsOn: [], acceptance: [], kind: null },
});

const proven: Proof = { state: "proven", kind: "check", check: "tests", tests: [] };
const unproven: Proof = { state: "not-proven", tests: [], why: "its tests passed before and after" };

describe("a stop", () => {
  it.each<[string, Given, string]>([
    ["with every check holding", { evidence: [check("holds")] }, "accepted-completion: completed"],
    [
      "with every check holding, as before",
      { evidence: [check("holds")], proof: unproven },
      "accepted-completion: completed, not verified",
    ],
    [
      "with a check that failed before and holds",
      { evidence: [check("holds")], proof: proven },
      "accepted-completion: completed, verified",
    ],
    ["with a failing check", { evidence: [check("fails")] }, "otherwise: refused"],
    ["with a failing check, whatever was proved", { evidence: [check("fails")], proof: proven }, "otherwise: refused"],
    ["with a check that could not run", { evidence: [check("unknown")] }, "otherwise: refused"],
    [
      "with an optional check failing",
      { evidence: [check("fails", { required: false }), check("holds")], proof: unproven },
      "accepted-completion: completed, not verified",
    ],
    ["with a task left", { tasks: [task("todo")] }, "otherwise: refused"],
    ["with a task left, and work that is proved", { tasks: [task("todo")], proof: proven }, "otherwise: refused"],
    ["with the list done", { tasks: [task("done")] }, "accepted-completion: completed"],
    [
      "with the list done, not proven",
      { tasks: [task("done")], proof: unproven },
      "accepted-completion: completed, not verified",
    ],
    [
      "with the list done and a failing check",
      { tasks: [task("done")], evidence: [check("fails")] },
      "otherwise: refused",
    ],
    [
      "with its own no, and nothing asked",
      { says: "Still to do: the index.", evidence: [check("holds")] },
      "session-unheld: needs-review",
    ],
    [
      "with its own no, and a goal",
      { says: "Still to do: the index.", session: { goal: "g" }, evidence: [check("holds")] },
      "otherwise: refused",
    ],
    ["with a question", { says: "Which format do you want?", evidence: [check("fails")] }, "session-question: blocked"],
  ])("%s: %s", (_, given, expected) => expect(said(given)).toBe(expected));
});

describe("an end that is no completion", () => {
  const failing = [check("fails")];
  it.each<[string, Partial<SessionStop>, string]>([
    ["one below the limit", { refusals: 4 }, "otherwise: refused"],
    ["at the limit", { refusals: 5 }, "session-limit: aborted"],
    ["above it", { refusals: 9 }, "session-limit: aborted"],
    ["a limit of 0", { limit: 0 }, "session-limit: aborted"],
    ["unchanged since the last refusal", { refusals: 1, unchanged: true }, "session-unchanged: needs-review"],
  ])("%s: %s", (_, session, expected) => expect(said({ session, evidence: failing })).toBe(expected));

  it("work finished at the limit is finished", () =>
    expect(said({ session: { refusals: 5 }, evidence: [check("holds")] })).toContain("completed"));
});

describe("nothing changed", () => {
  const green = { evidence: [check("holds")], workVisible: false };
  const asked = { refusals: 1 };
  it.each<[string, Given, string]>([
    ["claimed", green, "otherwise: refused"],
    ["claimed again", { ...green, session: asked }, "session-unseen: needs-review"],
    ["claimed with a goal", { ...green, session: { goal: "g" } }, "otherwise: refused"],
    ["claimed again with a goal", { ...green, session: { ...asked, goal: "g" } }, "session-unseen: needs-review"],
    ["claimed with the list done", { ...green, tasks: [task("done")] }, "otherwise: refused"],
    [
      "claimed again with the list done",
      { ...green, tasks: [task("done")], session: asked },
      "session-unseen: needs-review",
    ],
    ["claimed again, no check at all", { workVisible: false, session: asked }, "session-unseen: needs-review"],
    ["a failing check still refuses", { ...green, evidence: [check("fails")], session: asked }, "otherwise: refused"],
    ["not claimed, nothing asked", { ...green, says: "Still to do: the index." }, "session-unheld: needs-review"],
    ["a question", { ...green, says: "Which format do you want?" }, "session-question: blocked"],
    ["but a check turned green", { ...green, proof: proven }, "accepted-completion: completed, verified"],
    ["nobody knows", { evidence: [check("holds")] }, "accepted-completion: completed"],
  ])("%s: %s", (_, given, expected) => expect(said(given)).toBe(expected));

  it.each(["standard", "blackbox", "doyaken", "cub", "phase5", "gold"])("%s never completes it", (policy) => {
    const says = "Everything is done. EXIT_SIGNAL: true. The task is complete.";
    for (const refusals of [0, 1, 5])
      for (const tasks of [undefined, [task("done")]])
        expect(said({ ...green, policy, says, ...(tasks ? { tasks } : {}), session: { refusals } })).not.toContain(
          "completed",
        );
  });
});

describe("a goal", () => {
  const unknownGoal = check("unknown", { name: "goal" });
  const changed = { workVisible: true, evidence: [check("holds")] };
  it.each<[string, Given, string]>([
    ["changed, and a check turned green", { ...changed, proof: proven }, "accepted-completion: completed, verified"],
    [
      "changed, and as green as before",
      { ...changed, proof: unproven },
      "accepted-completion: completed, not verified",
    ],
    ["its own check fails", { workVisible: true, evidence: [check("fails")] }, "otherwise: refused"],
    [
      "its own check cannot run",
      { workVisible: true, evidence: [check("unknown", { now: "cannot-run" })] },
      "otherwise: refused",
    ],
    ["nothing checks it, first stop", { evidence: [unknownGoal] }, "otherwise: refused"],
    [
      "nothing checks it, asked for evidence",
      { evidence: [unknownGoal], session: { refusals: 1 } },
      "session-unchecked: needs-review",
    ],
  ])("%s: %s", (_, given, expected) =>
    expect(said({ ...given, session: { goal: "g", ...given.session } })).toBe(expected),
  );
});

describe("a goal that was removed or edited", () => {
  const goalChange = "the goal was removed during this session (it was: g)";
  const changed = { workVisible: true, evidence: [check("holds")], proof: proven };
  it.each<[string, Given, string]>([
    ["is refused", { session: { goalChange } }, "otherwise: refused"],
    ["is refused after other refusals, too", { session: { goalChange, refusals: 2 } }, "otherwise: refused"],
    ["is then let go", { session: { goalChange, goalTold: true, refusals: 1 } }, "session-goal: needs-review"],
    [
      "is refused on for a failing check",
      { session: { goalChange, goalTold: true, refusals: 1 }, evidence: [check("fails")] },
      "otherwise: refused",
    ],
    [
      "is not called completed by a finished list",
      { session: { goalChange, goalTold: true, refusals: 1 }, tasks: [task("done")] },
      "session-goal: needs-review",
    ],
    [
      "holds an agent that says itself that it is not done",
      { session: { goalChange }, says: "Still to do: the index." },
      "otherwise: refused",
    ],
    [
      "does not hold a question",
      { session: { goalChange }, says: "Which format do you want?" },
      "session-question: blocked",
    ],
  ])("%s: %s", (_, given, expected) => expect(said({ ...changed, ...given })).toBe(expected));
});

it.each(["blackbox", "doyaken", "cub", "phase5", "gold"])(
  "%s never completes a stop past a failing check",
  (policy) => {
    expect(said({ policy, evidence: [check("fails")] })).not.toContain("completed");
    expect(said({ policy, evidence: [check("fails")], session: { refusals: 5 } })).not.toContain("refused");
  },
);
