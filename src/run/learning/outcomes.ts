import { type ParkRecord, undoneByYou, undoneName } from "../../store/person-records.js";
import type { JournalRecord } from "../../store/record.js";
import { type Claim, readClaims } from "./claim.js";

/** How a claim turned out, and who says so. */
export interface Verdict {
  readonly n: number;
  readonly at: string;
  readonly is: "right" | "wrong";
  readonly from: "person" | "dashboard" | "git" | "accept" | "undo";
  readonly by: string;
  readonly why: string | null;
}

export interface Outcome {
  readonly claim: Claim;
  readonly verdict: Verdict;
  /** All that was said of it, oldest first. */
  readonly verdicts: readonly Verdict[];
  /** What was said before and is no longer so: the last one counts. */
  readonly contradicts: Verdict | null;
  /** Turns of the task, and what they cost; null where an agent does not say. */
  readonly turns: number;
  readonly usd: number | null;
}

/** The claims of a journal, and how those turned out that somebody graded. Oldest first. */
export class OutcomeReader {
  readonly #claims = new Map<string, Claim>();
  readonly #verdicts = new Map<string, Verdict[]>();
  readonly #spent = new Map<string, { turns: number; usd: number | null }>();

  take(record: JournalRecord): void {
    if (record.kind === "decision") {
      for (const claim of readClaims(record)) this.#claims.set(keyOf(claim), claim);
      this.#addSpent(record);
    }
    for (const { task, ...verdict } of readVerdicts(record)) this.#addVerdict(record.run, task, verdict);
    if (record.kind === "park" && record.is === "back") this.#forgetUndo(record);
  }

  /** All claims that count as the last ones of their tasks. */
  claims(): readonly Claim[] {
    return [...this.#claims.values()];
  }

  outcomes(): readonly Outcome[] {
    return this.claims()
      .flatMap((claim) => this.#outcomeOf(claim) ?? [])
      .sort((a, b) => a.verdict.n - b.verdict.n);
  }

  spentOn(claim: Claim): { readonly turns: number; readonly usd: number | null } {
    return this.#spent.get(keyOf(claim)) ?? { turns: 0, usd: null };
  }

  #outcomeOf(claim: Claim): Outcome | null {
    const own = this.#verdicts.get(keyOf(claim)) ?? [];
    const said = [...own, ...this.#ofRun(claim)].sort((a, b) => a.n - b.n);
    const verdict = said.at(-1);
    if (!verdict) return null;
    const contradicts = said.findLast(({ is }) => is !== verdict.is) ?? null;
    return { claim, verdict, verdicts: said, contradicts, ...this.spentOn(claim) };
  }

  /** A right run has right tasks; of a wrong one with several nobody knows which. */
  #ofRun({ run, task, done }: Claim): readonly Verdict[] {
    if (task === null) return [];
    const said = this.#verdicts.get(keyOf({ run, task: null })) ?? [];
    const tasks = this.claims().filter((claim) => claim.run === run).length;
    return said.filter(({ is }) => (is === "right" ? done : tasks === 1));
  }

  #addVerdict(run: string, task: string | null | undefined, verdict: Verdict): void {
    const names = task === undefined ? this.#tasksDoneIn(run) : [task];
    for (const name of names) {
      const key = keyOf({ run, task: name });
      this.#verdicts.set(key, [...(this.#verdicts.get(key) ?? []), verdict]);
    }
  }

  /** What was brought back is as it was before it was undone. */
  #forgetUndo({ run, task }: ParkRecord): void {
    for (const [key, said] of this.#verdicts) {
      const [ofRun, of] = JSON.parse(key) as readonly [string, string | null];
      if (ofRun !== run || of === null || undoneName(of) !== task) continue;
      this.#verdicts.set(
        key,
        said.filter(({ from }) => from !== "undo"),
      );
    }
  }

  #tasksDoneIn(run: string): readonly (string | null)[] {
    return this.claims().flatMap((claim) => (claim.run === run && claim.done ? [claim.task] : []));
  }

  #addSpent({ run, turns = [], observation: { selection } }: Extract<JournalRecord, { kind: "decision" }>): void {
    if (turns.length === 0) return;
    const key = keyOf({ run, task: selection.is === "task" ? selection.id : null });
    const before = this.#spent.get(key) ?? { turns: 0, usd: 0 };
    const usd = turns.reduce<number | null>((sum, turn) => add(sum, turn.usd), before.usd);
    this.#spent.set(key, { turns: before.turns + turns.length, usd });
  }
}

const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

const keyOf = ({ run, task }: Pick<Claim, "run" | "task">): string => JSON.stringify([run, task]);

/** `task` undefined: all that the run did. */
type SaidOfTask = Verdict & { readonly task: string | null | undefined };

function readVerdicts(record: JournalRecord): readonly SaidOfTask[] {
  const { n, at } = record;
  switch (record.kind) {
    case "grade":
      return [{ n, at, task: record.task, is: record.is, from: record.from, by: record.by, why: record.why }];
    case "accept": {
      const said = { n, at, is: "right", from: "accept", by: record.by ?? "a person", why: null } as const;
      return record.whole ? [{ ...said, task: undefined }] : record.tasks.map((task) => ({ ...said, task }));
    }
    case "park":
      return record.is === "parked" && record.why === undoneByYou
        ? [{ n, at, task: record.task, is: "wrong", from: "undo", by: "a person", why: "undone" }]
        : [];
    default:
      return [];
  }
}
