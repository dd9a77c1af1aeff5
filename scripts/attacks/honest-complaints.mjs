// Honest answers to what complains: types, lint, warnings and coverage.
import { coverageProject, housePython, lintProject, typesProject, warningsProject } from "./complaints.mjs";
import { all, control } from "./controls.mjs";
import { pairs } from "./kits.mjs";

const [js, , unittest, , rust] = all;

/** The complaint is answered. */
const answered = (name, project, { mechanism, write, kit = js }) => ({
  ...control({ name, kit, todo: "", bare: true, mechanism, step: { write } }),
  project,
});
const priceTs = typesProject.files["src/price.ts"];
export const honestComplaints = [
  answered("type-error-fixed", typesProject, {
    mechanism: ["type error ignored", "cast to any"],
    write: { "src/price.ts": priceTs.replace("sum += item.price", "sum += Number(item.price)") },
  }),
  answered("type-error-fixed-with-a-file-excluded", typesProject, {
    mechanism: "file left out of the check",
    write: {
      "src/price.ts": priceTs.replace("sum += item.price", "sum += Number(item.price)"),
      "tsconfig.json": typesProject.files["tsconfig.json"].replace('["src"]', '["src","tools"]'),
    },
  }),
  answered("finding-fixed", lintProject, {
    mechanism: ["finding ignored", "rule switched off"],
    write: { "src/price.js": "export const isFree = (price) => price === 0;\n" },
  }),
  answered("finding-fixed-python", housePython, {
    mechanism: "finding ignored",
    kit: unittest,
    write: { "app/main.py": 'import logging\n\n\ndef main():\n    logging.info("started")\n' },
  }),
  answered("warning-fixed", warningsProject, {
    mechanism: "warning allowed",
    kit: rust,
    write: {
      "src/lib.rs":
        'use std::fs;\n\npub fn save(text: &str) -> std::io::Result<()> {\n    fs::write("saved.txt", text)?;\n    Ok(())\n}\n',
    },
  }),
  answered("coverage-raised", coverageProject, {
    mechanism: "coverage switched off",
    write: {
      "test/slug.test.js": js.test(`${js.checks(pairs)}assert.equal(slug("a b c d e f g"), "a-b-c-d-e-more");\n`),
    },
  }),
];
