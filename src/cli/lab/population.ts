/** How one sort of agent behaves: chances from 0 to 1, each asked where it applies. */
export interface Behaviour {
  /** A turn moves an unfinished task on: content changes. */
  readonly works: number;
  /** Such a turn finishes the task, as the agent sees it. */
  readonly finishes: number;
  /** What it finishes is right. */
  readonly right: number;
  /** It writes a test with what it finishes, and such a test checks nothing. */
  readonly tests: number;
  readonly hollow: number;
  /** A turn that changes something breaks what worked before. */
  readonly breaks: number;
  /** A turn after a refusal that names a failing test repairs what it names. */
  readonly repairs: number;
  /** It weakens the test that refuses it instead. */
  readonly cheats: number;
  /** It says "done" in a turn after which it believes so, after which it changed something, or did nothing. */
  readonly claimsDone: number;
  readonly claimsEarly: number;
  readonly claimsIdle: number;
  /** It ends its message with the status block that the prompt asks for. */
  readonly block: number;
  /** A task is beyond it for good, and a turn on such a task brings back what was there before. */
  readonly hopeless: number;
  readonly returns: number;
  /** A turn asks a question and does nothing, fails, or meets a usage limit. */
  readonly asks: number;
  readonly fails: number;
  readonly limits: number;
}

export interface Population extends Behaviour {
  readonly name: string;
  readonly about: string;
  /** What a turn costs, in US dollars. */
  readonly usd: number;
}

/** How well a project can tell whether work is right. */
export interface ProjectKind {
  readonly name: string;
  readonly about: string;
  /** There are tests at all. */
  readonly checks: boolean;
  /** Wrong work makes a test fail. */
  readonly catches: number;
  /** A task has a test of its own, which fails until its work is there. */
  readonly facts: number;
  /** A run of the tests fails for no reason, also when it is tried again. */
  readonly flaky: number;
}

export const maxTasks = 6;
