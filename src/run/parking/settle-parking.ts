import type { ParkedWork } from "./parked-work.js";
import type { ParkingPlace } from "./parking-place.js";
import { putFiles } from "./take-out.js";

/** Finishes what a killed run had begun: work that was being parked is parked, and what was coming back is taken out. */
export function settleParking(place: ParkingPlace): readonly string[] {
  return place
    .list()
    .flatMap((work) => (work.state === "parking" || work.state === "returning" ? settleOne(place, work) : []));
}

function settleOne(place: ParkingPlace, work: ParkedWork): readonly string[] {
  const failed = putFiles(place, work, "without");
  place.save({ ...work, state: "parked" });
  if (failed.length === 0) return [];
  const names = failed.map(({ path, why }) => `${path} (${why})`).join(", ");
  return [`parked work of task ${work.task} could not be taken out of the tree again: ${names}`];
}
