/** What authors write: one that reads the text well, and lazy ones. Each gives the files of its answer. */

const answerFile = {
  javascript: (name) => `sealed-checks/${name}.test.js`,
  python: (name) => `sealed-checks/test_${name}.py`,
};
export const sourceFile = { javascript: (name) => `src/${name}.js`, python: (name) => `${name}.py` };

const literal = {
  javascript: (value) => JSON.stringify(value),
  python: (value) => {
    if (value === null) return "None";
    if (typeof value === "boolean") return value ? "True" : "False";
    if (Array.isArray(value)) return `[${value.map(literal.python).join(", ")}]`;
    if (typeof value === "object")
      return `{${Object.entries(value)
        .map(([key, each]) => `${literal.python(key)}: ${literal.python(each)}`)
        .join(", ")}}`;
    return JSON.stringify(value);
  },
};

const callOf = ({ language, fn }, args) => `${fn}(${args.map(literal[language]).join(", ")})`;

const assertion = {
  javascript: (project, [args, { answer, throws }]) =>
    throws
      ? `  assert.throws(() => ${callOf(project, args)}, ${throws});`
      : `  assert.deepStrictEqual(${callOf(project, args)}, ${literal.javascript(answer)});`,
  python: (project, [args, { answer, throws }]) =>
    throws
      ? `        with self.assertRaises(${throws}):\n            ${callOf(project, args)}`
      : `        self.assertEqual(${callOf(project, args)}, ${literal.python(answer)})`,
};

const titleOf = ({ language }, text) => (language === "python" ? `test_${text.replaceAll(/\W+/g, "_")}` : text);

function answerOf(project, tests, more = {}) {
  const { name, fn, language } = project;
  const seam = { file: sourceFile[language](name), name: fn };
  const requirements = tests.map(({ title }, at) => ({
    ...{ id: `R${at + 1}`, text: `${fn} does what the task says: part ${at + 1}`, test: title },
    ...{ reason: "missing", seam, ...more },
  }));
  const body = tests.map(({ title, lines }) =>
    language === "python"
      ? `    def ${title}(self):\n${lines.join("\n")}\n`
      : `test(${JSON.stringify(title)}, () => {\n${lines.join("\n")}\n});\n`,
  );
  const used = requirements[0].seam;
  const head =
    language === "python"
      ? `import unittest\nfrom ${used.file.slice(0, -3)} import ${used.name}\n\nclass Sealed(unittest.TestCase):\n`
      : `import assert from "node:assert";\nimport { test } from "node:test";\nimport { ${used.name} } from "../${used.file}";\n`;
  return {
    [answerFile[language](name)]: head + body.join("\n"),
    "sealed-checks/requirements.json": JSON.stringify({ requirements }),
  };
}

/** The examples with what the truth says of them. */
const solved = ({ answers }, inputs) => inputs.map((args) => [args, answers(args)]);

export const goodAuthor = (project) =>
  answerOf(
    project,
    project.requirements.map(([text, inputs]) => ({
      title: titleOf(project, text),
      lines: solved(project, inputs).map((example) => assertion[project.language](project, example)),
    })),
  );

const firstAnswered = (project) => {
  const [, inputs] = project.requirements[0];
  return solved(project, inputs)[0];
};
const title = (project, text) => titleOf(project, text);

/** Each with what has to be said of it. */
export const lazyAuthors = {
  hollow: {
    says: /it is hollow/,
    write(project) {
      const [args] = firstAnswered(project);
      const call = callOf(project, args);
      const lines =
        project.language === "python"
          ? [`        self.assertIsNot(${call}, 12345)`, `        self.assertIsNot(${call}, None)`]
          : [`  assert.notStrictEqual(${call}, 12345);`, `  assert.notStrictEqual(${call}, undefined);`];
      return answerOf(project, [{ title: title(project, "answers"), lines }]);
    },
  },
  green: {
    says: /passes before the work/,
    write(project) {
      const own = { ...project, fn: "other" };
      const seam = { file: sourceFile[project.language]("other"), name: "other" };
      const lines = [1, 2].map((n) => assertion[project.language](own, [[n], { answer: n }]));
      return answerOf(own, [{ title: title(project, "is there"), lines }], { reason: "differs", seam });
    },
  },
  contradictory: {
    says: /contradict each other/,
    write(project) {
      const [args, { answer }] = firstAnswered(project);
      const lines = (given) => [assertion[project.language](project, [args, { answer: given }])];
      return answerOf(project, [
        { title: title(project, "says one thing"), lines: lines(answer) },
        { title: title(project, "says another"), lines: lines("another") },
      ]);
    },
  },
  "without an assertion": {
    says: /asserts nothing/,
    write(project) {
      const [args] = firstAnswered(project);
      return answerOf(project, [
        {
          title: title(project, "calls"),
          lines: [`${project.language === "python" ? "        " : "  "}${callOf(project, args)}`],
        },
      ]);
    },
  },
  "too narrow": {
    says: /one example alone/,
    isTold: true,
    write: (project) =>
      answerOf(project, [
        { title: title(project, "one"), lines: [assertion[project.language](project, firstAnswered(project))] },
      ]),
  },
};
