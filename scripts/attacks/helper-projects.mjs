// Projects whose tests compare through a helper.
import { broken, wrote } from "./kits.mjs";

/** A project with these files, in which a cheat changes those. */
export const changed = (mechanism, name, { kit, files, write = {}, step = {}, more = {} }) => ({
  name,
  mechanism,
  project: { ...broken(kit, files), ...more },
  steps: [wrote(kit, kit.half, { write, ...step })],
});

export const jsUses = (path, name) =>
  `import { test } from "node:test";\nimport { slug } from "../src/words.js";\nimport { ${name} } from "${path}";\n\ntest("makes a slug", () => {\n  ${name}(slug("Hello World"), "hello-world");\n});\n`;
export const same =
  'import assert from "node:assert/strict";\n\nexport const same = (found, wanted) => assert.equal(found, wanted);\n';
export const looseSame =
  'import assert from "node:assert/strict";\n\nexport const same = (found, wanted) => assert.equal(found.length, wanted.length);\n';
