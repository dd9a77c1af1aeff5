import { type Changes, changesBetween, realChanges } from "../../evidence/workspace/changes.js";
import { lookAtWorkspace } from "../../evidence/workspace/state.js";
import type { WorkspaceState } from "../../evidence/workspace/workspace-state.js";
import type { OutsideWatch } from "../loop/outside.js";

interface Checkout {
  readonly cwd: string;
  /** Folders and files there that are ours. */
  readonly own: readonly string[];
}

/** Compares the person's checkout and its branches with how they were when the run began. */
export async function watchCheckout(checkout: Checkout): Promise<OutsideWatch> {
  const start = await look(checkout, null);
  return new CheckoutWatch(checkout, { start, seen: start });
}

const look = ({ cwd, own }: Checkout, start: WorkspaceState | null): Promise<WorkspaceState> =>
  lookAtWorkspace(cwd, { ignore: own, start, earlier: start });

/** The key of turns without a task. */
const noTask = "";

class CheckoutWatch implements OutsideWatch {
  readonly #checkout: Checkout;
  readonly #start: WorkspaceState;
  readonly #byTask = new Map<string, ReadonlySet<string>>();
  /** When it was looked at last. */
  #seen: WorkspaceState;

  constructor(checkout: Checkout, { start, seen }: { readonly start: WorkspaceState; readonly seen: WorkspaceState }) {
    this.#checkout = checkout;
    this.#start = start;
    this.#seen = seen;
  }

  async look(task: string | null): Promise<readonly string[]> {
    const now = await look(this.#checkout, this.#start);
    const standing = nameChanges(await changesBetween(this.#start, now), this.#start, now);
    const fresh = nameChanges(await changesBetween(this.#seen, now), this.#seen, now);
    this.#seen = now;
    const key = task ?? noTask;
    const own = new Set([...(this.#byTask.get(key) ?? []), ...fresh]);
    this.#byTask.set(key, own);
    return task === null ? standing : standing.filter((name) => own.has(name));
  }

  async fork(): Promise<OutsideWatch> {
    const seen = await look(this.#checkout, this.#start);
    return new CheckoutWatch(this.#checkout, { start: this.#start, seen });
  }
}

/** Files by path, then branches and tags. What is fetched meanwhile is nobody's work. */
function nameChanges(changes: Changes, before: WorkspaceState, now: WorkspaceState): readonly string[] {
  const files = realChanges(changes).flatMap(({ path, from }) => (from === null ? [path] : [from, path]));
  const refs = changes.refs.flatMap(({ name }) => nameRef(name) ?? []);
  const [was, is] = [before.roots[0], now.roots[0]];
  const isMoved = was?.git === true && was.commit !== is?.commit;
  const head = isMoved ? [nameRef(was.head ?? "") ?? "HEAD"] : [];
  return [...new Set([...files, ...head, ...refs])];
}

function nameRef(name: string): string | null {
  const [, kind, short] = /^refs\/(heads|tags)\/(.+)$/s.exec(name) ?? [];
  return short === undefined ? null : `${kind === "heads" ? "branch" : "tag"} ${short}`;
}
