import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { answersOfJavascript, mutateJavascript } from "./mutate-javascript.mjs";

/**
 * Wrong and right solutions of a project. The truth decides what is wrong: a mutant that answers as the right solution on all
 * of its inputs is equivalent, and left out; one that does not end, or is no program, any check refuses.
 */
export function findSolutions(project, most) {
  const inputs = [...project.truth(), ...project.requirements.flatMap(([, examples]) => examples)];
  const { truth, others, mutants } =
    project.language === "python" ? solvePython(project, inputs) : solveJavascript(project, inputs);
  const unlike = others.findIndex((answers) => plain(answers) !== plain(truth));
  if (unlike >= 0)
    throw new Error(
      `${project.name}: refactoring ${unlike + 1} is not the same: ${differences(truth, others[unlike], inputs)}`,
    );
  const ending = mutants.filter(({ answers, text }) => answers !== null && text !== project.right);
  const wrong = [
    ...new Map(
      ending.filter(({ answers }) => plain(answers) !== plain(truth)).map((each) => [each.text, each]),
    ).values(),
  ];
  const step = Math.max(1, wrong.length / most);
  const chosen = Array.from({ length: Math.min(most, wrong.length) }, (_, at) => wrong[Math.floor(at * step)]);
  const known = new Map(JSON.parse(truth).map((answer, at) => [JSON.stringify(inputs[at]), answer]));
  return {
    list: [
      ...[project.right, ...project.refactorings, ...restyled(project)].map((text) => ({ text, isRight: true })),
      ...chosen.map(({ text, kind }) => ({ text, kind, isRight: false })),
    ],
    equivalent: ending.length - ending.filter(({ answers }) => plain(answers) !== plain(truth)).length,
    endless: mutants.length - ending.length,
    answers: (args) => known.get(JSON.stringify(args)),
  };
}

/** The same behind another function, and with other names. */
function restyled({ right, fn, language }) {
  const renamed = right.replaceAll(new RegExp(`\\b${fn}\\b`, "g"), `${fn}Inner`);
  return language === "python"
    ? [
        `${renamed}\ndef ${fn}(*args, **named):\n    return ${fn}Inner(*args, **named)\n`,
        right.replaceAll(/\b(at|found|total|price|digits|opened)\b/g, (name) =>
          isParameter(right, name) ? name : `${name}_`,
        ),
      ]
    : [
        `${renamed.replace("export ", "")}export const ${fn} = (...args) => ${fn}Inner(...args);\n`,
        `${right.replace(`export function ${fn}`, `function ${fn}`)}export { ${fn} };\n`,
      ];
}

const isParameter = (text, name) => new RegExp(`def \\w+\\([^)]*\\b${name}\\b`).test(text);

function solveJavascript({ right, fn, refactorings }, inputs) {
  const answer = (text) => answersOfJavascript(text, fn, inputs);
  return {
    truth: answer(right),
    others: refactorings.map(answer),
    mutants: mutateJavascript(right).map((mutant) => ({ ...mutant, answers: answer(mutant.text) })),
  };
}

function solvePython({ name, right, fn, refactorings }, inputs) {
  const script = fileURLToPath(new URL("mutate-python.py", import.meta.url));
  const asked = JSON.stringify({ source: right, fn, inputs, others: refactorings });
  const { status, stdout, stderr } = spawnSync("python3", [script], { input: asked, encoding: "utf8", maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  return JSON.parse(stdout);
}

/** As an assertion compares: the order of keys does not count, nor whether 0 is a float. */
const plain = (answers) => (answers === null ? null : JSON.stringify(sortKeys(JSON.parse(answers))));

function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
}

function differences(truth, other, inputs) {
  if (other === null) return "it does not end";
  const [one, two] = [JSON.parse(truth), JSON.parse(other)];
  const at = one.findIndex((each, n) => JSON.stringify(sortKeys(each)) !== JSON.stringify(sortKeys(two[n])));
  return `${JSON.stringify(inputs[at])} gives ${JSON.stringify(two[at])} and not ${JSON.stringify(one[at])}`;
}
