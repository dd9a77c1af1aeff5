import { notProven, type Proof } from "../../../decide/proof.js";
import type { TriedExperiment, UnitSpan } from "./experiment.js";
import type { Unmeasured } from "./lab.js";

/** What the experiments say of a task, in the check whose tests ran. */
export function judgeExperiments(tried: readonly TriedExperiment[], check: string): Proof {
  const asked = tried.filter(({ experiment }) => experiment.isAsked && experiment.kind === "wrong-answer");
  const ignored = asked.find(({ outcome }) => outcome.is === "unnoticed");
  if (ignored) return { ...notProven(describeIgnored(ignored)), isMeasured: true };
  const noticed = tried.flatMap(({ outcome }) => (outcome.is === "noticed" ? outcome.tests : []));
  if (noticed.length > 0) return { state: "proven", kind: "new-test", check, tests: [...new Set(noticed)] };
  const unnoticed = tried.find(({ outcome }) => outcome.is === "unnoticed");
  if (unnoticed) return { ...notProven(describeIgnored(unnoticed)), isMeasured: true };
  const unmeasured = tried.flatMap(({ outcome }) => (outcome.is === "unmeasured" ? [outcome] : []));
  return couldNotMeasure(unmeasured.find(({ ranOut }) => ranOut) ?? unmeasured[0] ?? nothingToTake);
}

const nothingToTake: Unmeasured = { is: "unmeasured", why: "nothing of it can be taken away" };

/** No proof, and no reproach. */
export const couldNotMeasure = ({ why, ranOut }: Pick<Unmeasured, "why" | "ranOut">): Proof => ({
  ...{ state: "unknown", tests: [], why: `it could not be measured: ${why}` },
  ...(ranOut ? { isLate: true } : {}),
});

function describeIgnored({ experiment, outcome }: TriedExperiment): string {
  if (experiment.kind === "taken-back") return "its tests pass without it, too";
  const isCalled = outcome.is === "unnoticed" && outcome.isCalled;
  const names = describeUnits(experiment.units);
  return isCalled ? `its tests name ${names} but check nothing about it` : `its tests never use ${names}`;
}

const maxNamed = 3;

/** "slugify", "slugify and 4 more" */
function describeUnits(units: readonly UnitSpan[]): string {
  const names = units.slice(0, maxNamed).map(({ name, path }) => (name === "default" ? path : name));
  const more = units.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
