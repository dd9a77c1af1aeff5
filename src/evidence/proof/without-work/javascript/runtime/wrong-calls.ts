import type { Wrongs } from "./wrongs.js";

/** What the prelude of a changed file is asked. */
export interface WrongCall {
  /** Of "loaded" only the name counts, which is the file's. "skip": the body is left out, as it answers nothing. */
  readonly kind: "loaded" | "answer" | "skip" | "value";
  readonly name: string;
  readonly body: (...given: unknown[]) => unknown;
  readonly given: readonly unknown[];
  /** Where marks are written, and what ends a line there. */
  readonly file: string;
  readonly end: string;
  /** It answers as ever. */
  readonly isRight: boolean;
}

type Load = (name: string) => unknown;

/** A call that answers wrongly. What it calls while it is active answers as ever: two wrong answers may make a right one. */
interface ActiveCall {
  isActive: boolean;
}

interface ActiveCalls {
  getStore(): ActiveCall | undefined;
  run(call: ActiveCall, body: () => unknown): unknown;
}

/** Answers calls of changed units. `load` is `require`, where there is one. */
export function openWrongCalls(load: Load | undefined, wrongs: Wrongs): (call: WrongCall) => unknown {
  const files = loadBuiltin("node:fs", load) as { appendFileSync(path: string, text: string): void } | undefined;
  const calls = openActiveCalls(load);
  const written = new Set<string>();
  return (call) => {
    const mark = (word: string): void => {
      const line = [word, call.name].join(" ");
      if (written.has(call.file.concat(line))) return;
      written.add(call.file.concat(line));
      try {
        if (files) files.appendFileSync(call.file, line.concat(call.end));
      } catch {
        // Without a mark nothing is proved; the program goes on.
      }
    };
    if (call.kind === "loaded") return mark("loaded");
    mark("called");
    if (call.isRight) return call.body(...call.given);
    const outer = calls.getStore();
    if (outer?.isActive) return call.body(...call.given);
    return answerWrongly(call, { calls, mark, wrongs });
  };
}

interface Answering {
  readonly calls: ActiveCalls;
  readonly wrongs: Wrongs;
  mark(word: "wrong" | "none"): void;
}

/** What throws returns nothing instead, but for a value: its file would not load. */
function answerWrongly(call: WrongCall, answering: Answering): unknown {
  if (call.kind === "skip") return answering.mark("wrong");
  const active = { isActive: true };
  let answer: unknown;
  try {
    answer = answering.calls.run(active, () => call.body(...call.given));
  } catch (error) {
    active.isActive = false;
    if (call.kind === "value") throw error;
    return answering.mark("wrong");
  }
  if (answer instanceof Promise) return answerLater(answer, active, answering);
  active.isActive = false;
  return changeAnswer(answer, answering);
}

/** The same promise is answered with the same one. What else it carries stays. */
function answerLater(promise: Promise<unknown>, active: ActiveCall, answering: Answering): unknown {
  const { given } = answering.wrongs;
  const known = given.get(promise);
  if (known) {
    active.isActive = false;
    return known;
  }
  const later = promise.then(
    (answer) => {
      active.isActive = false;
      return changeAnswer(answer, answering);
    },
    () => {
      active.isActive = false;
      answering.mark("wrong");
    },
  );
  given.set(promise, later);
  return Object.defineProperties(later, Object.getOwnPropertyDescriptors(promise));
}

function changeAnswer(answer: unknown, { wrongs, mark }: Answering): unknown {
  const wrong = wrongs.value(answer, wrongs);
  mark(wrong === undefined ? "none" : "wrong");
  return wrong === undefined ? answer : wrong;
}

/** Calls that go on in the background are told apart where Node is at hand. */
function openActiveCalls(load: Load | undefined): ActiveCalls {
  const hooks = loadBuiltin("node:async_hooks", load) as { AsyncLocalStorage?: new () => ActiveCalls } | undefined;
  if (hooks?.AsyncLocalStorage) return new hooks.AsyncLocalStorage();
  let current: ActiveCall | undefined;
  return {
    getStore: () => current,
    run(call, body) {
      const before = current;
      current = call;
      try {
        return body();
      } finally {
        current = before;
      }
    },
  };
}

/** Works in ES modules and CommonJS, in workers and test runners. Undefined where there is no Node. */
function loadBuiltin(name: string, load: Load | undefined): unknown {
  try {
    const host = (globalThis as { process?: { getBuiltinModule?: Load } }).process;
    if (host?.getBuiltinModule) return host.getBuiltinModule(name);
    return load ? load(name) : undefined;
  } catch {
    return undefined;
  }
}

export const callFunctions = [
  ...[openWrongCalls, answerWrongly, answerLater, changeAnswer, openActiveCalls, loadBuiltin],
];
