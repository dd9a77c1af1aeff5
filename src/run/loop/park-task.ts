import { taskVeto } from "../../decide/check-comparison.js";
import { type Evidence, isAboutHonesty } from "../../decide/evidence.js";
import { policyForKind } from "../../decide/policies/policies.js";
import type { Gathered } from "../../evidence/gathered.js";
import { entryAt } from "../../lib/files/file-content.js";
import { parkWork } from "../parking/park-work.js";
import type { ParkedWork } from "../parking/parked-work.js";
import type { ParkingPlace } from "../parking/parking-place.js";
import { planParking } from "../parking/plan-parking.js";
import { putFiles } from "../parking/take-out.js";
import type { Session } from "../session.js";
import type { ParkedResult } from "./run-event.js";
import type { Selected } from "./select.js";

/** Where a run parks the work of tasks that are set aside. */
export interface ParkingLot {
  readonly place: ParkingPlace;
  /** Where a copy for people is written, without its ending. */
  patchFile(task: string): string;
  /** Writes down what became of the work. */
  record(result: ParkedResult): void;
}

export interface ToPark {
  readonly session: Session;
  readonly selected: Selected;
  /** What was seen after the task's last turn. */
  readonly seen: Gathered;
  /** Looks again, with every required check. Results of the same content are not made twice. */
  look(): Promise<Gathered>;
}

/**
 * A task that was set aside and leaves a check worse than it found it is taken out of the tree, so that the next task
 * starts from what held. If that does not help, all of it stays, and what fails is named as this task's.
 */
export async function parkTask({ session, selected, seen, look }: ToPark): Promise<void> {
  const { parking, work } = session.workspace;
  if (!parking || !selected.task || session.policy.settings.setAsideWork === "keep") return;
  const checked = isChecked(seen) ? seen : await look();
  if (!isWorse(session, selected, checked)) return work.recordSeen(checked);
  const tried = await tryToPark({ session, selected, seen: checked, look }, parking);
  if (tried.is === "parked") {
    work.forgetWork(selected, tried.seen);
    return tell(session, { ...resultOf(selected), is: "parked", parked: shown(tried.work) });
  }
  const failsSince = work.leaveFailing(tried.seen, newlyFailing(tried.seen));
  tell(session, { ...resultOf(selected), is: "left", failsSince, why: tried.why });
}

type ParkAttempt =
  | { readonly is: "parked"; readonly work: ParkedWork; readonly seen: Gathered }
  | { readonly is: "left"; readonly why: string; readonly seen: Gathered };

async function tryToPark(
  { session, selected, seen, look }: ToPark,
  { place, patchFile }: ParkingLot,
): Promise<ParkAttempt> {
  const { task } = selected;
  const roots = seen.after.roots.map(({ path }) => path).toSorted((a, b) => b.length - a.length);
  const plan = planParking({ ...session.workspace.work.parkable(selected), roots, entryAt });
  if (!task || plan.files.length === 0) return { is: "left", why: whyNothing(plan.staying), seen };
  const { contents } = session.workspace;
  const named = { run: session.run, task: task.id, title: task.title, patchFile: patchFile(task.id) };
  const parked = await parkWork({ place, contents, ...named }, plan);
  if (parked.is === "refused") return { is: "left", why: parked.why, seen };
  const after = await look();
  if (!isWorse(session, selected, after)) return { is: "parked", work: parked.work, seen: after };
  putFiles(place, parked.work, "with");
  place.remove(parked.work);
  return { is: "left", why: "the checks are no better without it", seen: await look() };
}

const whyNothing = (staying: readonly { readonly path: string; readonly why: string }[]): string => {
  const [first] = staying;
  return first ? `${first.path}: ${first.why}` : "it changed no file that could be taken out";
};

/** A command, or what guards the tests: not what only this task is asked for. */
const isOfProject = (check: Evidence, { results }: Gathered): boolean =>
  check.required && (isAboutHonesty(check) || results.some(({ name }) => name === check.name) || check.notRun === true);

const isChecked = (seen: Gathered): boolean =>
  seen.evidence.every((check) => !check.required || check.notRun !== true || check.atEnd === true);

function isWorse({ policy }: Session, { task }: Selected, seen: Gathered): boolean {
  const { settings } = policyForKind(policy, task?.kind ?? null);
  return seen.evidence.some((check) => isOfProject(check, seen) && taskVeto(check, settings) !== undefined);
}

const newlyFailing = ({ evidence }: Gathered): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    evidence.flatMap(({ name, required, failing = [], failingBefore = [] }) => {
      const more = failing.filter((test) => !failingBefore.includes(test));
      return required && more.length > 0 ? [[name, more] as const] : [];
    }),
  );

const resultOf = ({ task }: Selected): ParkedResult => ({
  ...{ task: task?.id ?? "", is: "left", parked: null, failsSince: [], why: null },
});

export const shown = ({ files, ref, patch }: ParkedWork) => ({ files: files.length, ref, patch });

/** The journal first: a summary reads from there. */
export function tell({ workspace, person }: Session, result: ParkedResult): void {
  workspace.parking?.record(result);
  person.emit({ type: "work-parked", ...result });
}
