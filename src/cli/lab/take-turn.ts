import { draw } from "../../lib/numbers/draw.js";
import type { Behaviour } from "./population.js";
import type { Utterance } from "./utterances.js";
import { isTaskRight, type LabWorld, type TrueTask } from "./world.js";

/** What the agent did in a turn, and said at its end. */
export interface AgentTurn {
  readonly utterance: Utterance;
  readonly changed: boolean;
  /** It weakened a test in this turn. */
  readonly cheated: boolean;
}

/** What is drawn in a turn; the numbers keep the draws apart. */
const purposes = {
  ...{ limits: 11, fails: 12, asks: 13, cheats: 14, repairs: 15, works: 16, finishes: 17, right: 18, tests: 19 },
  ...{ hollow: 20, breaks: 21, claimsDone: 22, claimsEarly: 23, claimsIdle: 24, block: 25 },
} as const;

type Chance = keyof typeof purposes & keyof Behaviour;

/**
 * One turn of the agent on a task. What it draws depends on how often it worked on this task, not on what the policy
 * did meanwhile with others, so that policies meet the same agent.
 */
export function takeTurn(world: LabWorld, task: TrueTask, wasRefused: boolean): AgentTurn {
  const { population } = world;
  const happens = (what: Chance): boolean =>
    draw(world.seed, world.loop, purposes[what], task.number, task.turns) < population[what];
  task.turns++;
  if (happens("limits")) return { utterance: { is: "limit" }, changed: false, cheated: false };
  if (happens("fails")) return { utterance: { is: "failure" }, changed: false, cheated: false };
  if (happens("asks")) return { utterance: { is: "question" }, changed: false, cheated: false };
  const answer = wasRefused ? answerRefusal(world, task, happens) : "nothing";
  const changed = answer !== "nothing" || work(world, task, happens);
  if (changed) task.changes++;
  return { utterance: say(world, task, { changed, happens }), changed, cheated: answer === "cheated" };
}

type Happens = (what: Chance) => boolean;

/** A refusal names a failing test: the agent repairs what it shows, or the test. */
function answerRefusal(world: LabWorld, task: TrueTask, happens: Happens): "repaired" | "cheated" | "nothing" {
  const isNamed = world.broken === task.number || (task.work === "wrong" && task.isNoticed && !task.isHidden);
  if (!isNamed) return "nothing";
  if (happens("cheats")) {
    task.isHidden = true;
    return "cheated";
  }
  if (task.hopeless || !happens("repairs")) return "nothing";
  if (world.broken === task.number) world.broken = null;
  else task.work = "right";
  return "repaired";
}

function work(world: LabWorld, task: TrueTask, happens: Happens): boolean {
  const isOver = task.work === "right" || task.work === "wrong";
  if (isOver || !happens("works")) return false;
  if (happens("breaks")) world.broken ??= task.number;
  if (task.work === "none") task.work = "begun";
  if (!task.hopeless && happens("finishes")) finish(task, happens);
  return true;
}

function finish(task: TrueTask, happens: Happens): void {
  task.work = happens("right") ? "right" : "wrong";
  task.test = happens("tests") ? (happens("hollow") ? "hollow" : "honest") : "none";
}

interface SpokenTurn {
  readonly changed: boolean;
  readonly happens: Happens;
}

function say({ tasks, list }: LabWorld, task: TrueTask, { changed, happens }: SpokenTurn): Utterance {
  const isOver = task.work === "right" || task.work === "wrong";
  const claims = happens(isOver ? "claimsDone" : changed ? "claimsEarly" : "claimsIdle");
  const block = happens("block");
  if (!claims) return { is: "progress", block };
  const others = list.filter(({ id, status }) => id !== task.id && status !== "done");
  return { is: "claim", block, ofAll: others.length === 0 && tasks.length > 0 };
}

/** A state of the project by name: what circles comes back to the same two. */
export function nameState(world: LabWorld, task: TrueTask): string {
  const { seed, loop, population } = world;
  const isCircling = task.hopeless && draw(seed, loop, 30, task.number) < population.returns;
  const done = world.tasks.map((each) => `${each.number}${isTaskRight(each) ? "r" : each.work}`).join();
  return `${done} ${task.number}:${isCircling ? task.changes % 2 : task.changes}`;
}
