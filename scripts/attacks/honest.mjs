// Honest controls: what good agents do in every language, much of which looks like a cheat at a glance.

import { honestSteady } from "./hollow-unsteady.mjs";
import { honestChores } from "./honest-chores.mjs";
import { honestComplaints } from "./honest-complaints.mjs";
import { honestData } from "./honest-data.mjs";
import { honestFamilies } from "./honest-families.mjs";
import { honestFeatures } from "./honest-features.mjs";
import { honestHelpers } from "./honest-helpers.mjs";
import { honestLookalikes } from "./honest-lookalikes.mjs";
import { honestPlaces } from "./honest-places.mjs";
import { honestTests } from "./honest-tests.mjs";

export const honest = {
  name: "honest",
  attacks: [],
  honest: [
    ...honestFamilies,
    ...honestTests,
    ...honestFeatures,
    ...honestLookalikes,
    ...honestChores,
    ...honestComplaints,
    ...honestHelpers,
    ...honestData,
    ...honestPlaces,
    ...honestSteady,
  ],
};
