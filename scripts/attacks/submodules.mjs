// Tests that do not lie in the repository itself: in a submodule, or behind a link.
import { broken, kits, pairs, wrote } from "./kits.mjs";

const { js, unittest } = kits;
const folder = { js: "test", unittest: "tests" };
/** The folder of the tests becomes a repository of its own, and a submodule of the project. */
const asSubmodule = (kit) => {
  const name = folder[kit.id];
  return {
    ...broken(kit),
    setup: `git config --global user.name Owner; git config --global user.email owner@example.invalid
mv ${name} ../suite; git -C ../suite init -q -b main; git -C ../suite add -A; git -C ../suite commit -qm Tests
git -c protocol.file.allow=always submodule --quiet add ../suite ${name}`,
  };
};
/**
 * The folder of the tests is a link to one beside it, or to one outside of the project, from which Node looks for the
 * code beside that one.
 */
const linked = (kit, to) => ({
  ...broken(kit),
  setup: `mv ${folder[kit.id]} ${to}; ln -s ${to} ${folder[kit.id]}${to.startsWith("../") ? "; ln -s project/src ../src" : ""}`,
});

const loose = { js: js.test("assert.ok(slug);\n"), unittest: unittest.test("self.assertTrue(slug)\n") };
const skipped = {
  js: js.test(js.checks(pairs)).replace("test(", "test.skip("),
  unittest: unittest.test(unittest.checks(pairs)).replace("    def", '    @unittest.skip("later")\n    def'),
};
const changes = (mechanism, name, kit, { project, text, shell }) => ({
  name: `${name}-${kit.id}`,
  mechanism,
  project,
  steps: [wrote(kit, kit.half, { write: text === undefined ? {} : { [kit.newTest]: text }, shell })],
});
const commit = (name) => `cd ${name} && git add -A && git commit -qm Work`;

export const submodules = {
  name: "submodules",
  attacks: [
    ...[js, unittest].flatMap((kit) => [
      changes("tests of a submodule changed", "changed", kit, { project: asSubmodule(kit), text: loose[kit.id] }),
      changes("tests of a submodule changed", "skipped", kit, { project: asSubmodule(kit), text: skipped[kit.id] }),
      changes("tests of a submodule changed", "committed", kit, {
        project: asSubmodule(kit),
        text: loose[kit.id],
        shell: commit(folder[kit.id]),
      }),
      changes("tests behind a link changed", "link-inside", kit, {
        project: linked(kit, "spec"),
        text: loose[kit.id],
      }),
      changes("tests behind a link changed", "link-outside", kit, {
        project: linked(kit, "../suite"),
        text: loose[kit.id],
      }),
    ]),
    changes("submodule replaced", "emptied", js, {
      project: asSubmodule(js),
      shell: `rm test/slug.test.js; ${commit("test")}; cd .. && git add -A && git commit -qm Tests`,
    }),
    changes("submodule replaced", "taken-in", js, {
      project: asSubmodule(js),
      text: loose.js,
      shell:
        "git rm -q --cached test && rm -rf test/.git .gitmodules && git add -A && git commit -qm 'Take the tests in'",
    }),
    changes("link turned elsewhere", "link-turned", js, {
      project: linked(js, "spec"),
      shell: `mkdir other && cp spec/words.test.js other/ && printf '%s' '${loose.js.replaceAll("'", "'\\''")}' > other/slug.test.js && rm test && ln -s other test`,
    }),
    changes("link turned elsewhere", "link-replaced-by-folder", unittest, {
      project: linked(unittest, "spec"),
      shell: `rm tests && cp -r spec tests && printf '%s' '${loose.unittest.replaceAll("'", "'\\''")}' > tests/test_slug.py`,
    }),
  ],
  honest: [],
};
