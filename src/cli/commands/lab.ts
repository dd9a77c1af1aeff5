import { availableParallelism } from "node:os";
import { policyNames } from "../../decide/policies/policy-names.js";
import { UserError } from "../../lib/errors.js";
import type { Command, Io, ParsedArgs } from "../command.js";
import { folderFlags, readConfig } from "../flags/config-flags.js";
import { stateFolder } from "../judging.js";
import { fitPopulations } from "../lab/fit-populations.js";
import { type Experiment, type Part, playVariants, type VariantSums } from "../lab/play-variants.js";
import type { Population, ProjectKind } from "../lab/population.js";
import { populations as allPopulations, projectKinds } from "../lab/populations.js";
import { reportLab } from "../lab/report-lab.js";
import { shareLoops } from "../lab/share-loops.js";
import { makeVariants } from "../lab/variants.js";
import { wholeNumber } from "../numbers.js";
import { requireOneOf } from "../one-of.js";
import { ownCommandLine } from "../own-command-line.js";

export const lab: Command = {
  name: "lab",
  findsProject: "flags",
  usage: "lab [options]",
  about: [
    "Plays many loops with simulated agents, whose truth is known, under any policy and settings, and shows which ends too",
    "early, which goes on for nothing, and what that costs. No model, no key, no network; the same seed gives the same",
    "numbers. The agents behave by chance as their population says; what they say is real text that is really read, and",
    "every decision is the one a run would make. docs/learning.md says what is simulated and what is not.",
  ].join(" "),
  flags: {
    policy: {
      type: "string",
      value: "NAME",
      multiple: true,
      choices: policyNames,
      help: "compare these (default: all)",
    },
    set: { type: "string", value: "NAME=VALUE", multiple: true, help: "set a setting in all of them" },
    sweep: { type: "string", value: "NAME=A..B", help: "try each value of a setting; A..B:STEP and A,B,C, too" },
    population: { type: "string", value: "NAME", multiple: true, help: "only these agents" },
    project: { type: "string", value: "NAME", multiple: true, help: "only these kinds of projects" },
    loops: { type: "string", value: "N", help: "loops for each policy (default: 480)" },
    seed: { type: "string", value: "N", help: "another seed plays other loops (default: 1)" },
    jobs: { type: "string", value: "N", help: "processes at once (default: one for each core)" },
    fit: { type: "boolean", help: "add the agents of this project, as what was graded shows them" },
    list: { type: "boolean", help: "list the agents and the kinds of projects, with their numbers" },
    json: { type: "boolean", help: "print JSON lines: one for each policy, with its figures by population" },
    html: { type: "string", value: "FILE", help: "write the figures and the chart as a page, too" },
    ...folderFlags,
    part: {
      type: "string",
      value: "FROM/OF",
      help: "play a part of the loops and print its sums (used by lab itself)",
    },
  },
  maxPositionals: 0,
  examples: [
    "untildone lab",
    "untildone lab --policy standard --sweep stagnationLoops=2..6",
    "untildone lab --population liar --population lazy --html lab.html",
  ],
  async run(args, io) {
    const experiment = readExperiment(args, io);
    if (args.flag("list")) return list(experiment, args, io);
    const part = args.text("part");
    if (part !== undefined) return playPart(experiment, readPart(part), io);
    const since = performance.now();
    const sums = await play(experiment, args, io);
    reportLab(experiment, sums, { args, io, seconds: (performance.now() - since) / 1000 });
    return 0;
  },
};

function readExperiment(args: ParsedArgs, io: Io): Experiment {
  const fitted = args.flag("fit") ? fitPopulations(stateFolder(readConfig(args, io), io)) : [];
  return {
    variants: makeVariants({
      ...{ policies: args.texts("policy"), set: args.texts("set"), sweep: args.text("sweep") },
    }),
    populations: choose([...allPopulations, ...fitted], args.texts("population"), "--population"),
    projects: choose(projectKinds, args.texts("project"), "--project"),
    seed: count(args, "seed", 1),
    loops: count(args, "loops", 480),
  };
}

function choose<T extends { readonly name: string }>(
  all: readonly T[],
  names: readonly string[],
  where: string,
): readonly T[] {
  if (names.length === 0) return all;
  const known = all.map(({ name }) => name);
  for (const name of names) requireOneOf(where, name, known);
  return all.filter(({ name }) => names.includes(name));
}

function count(args: ParsedArgs, name: string, otherwise: number): number {
  const text = args.text(name);
  return Math.max(1, text === undefined ? otherwise : wholeNumber(text, `--${name}`));
}

function readPart(text: string): Part {
  const [from = Number.NaN, of = Number.NaN] = text.split("/").map(Number);
  if (Number.isInteger(from) && Number.isInteger(of) && from >= 0 && from < of) return { from, of };
  throw new UserError({ what: `--part is ${text}`, where: "--part", fix: "for example --part 0/2" });
}

/** How often a part says how far it is. */
const everyLoops = 200;

function playPart(experiment: Experiment, part: Part, io: Io): number {
  let played = 0;
  const sums = playVariants(experiment, part, () => {
    played++;
    if (played % everyLoops === 0) io.out(`${JSON.stringify({ played })}\n`);
  });
  io.out(`${JSON.stringify({ sums })}\n`);
  return 0;
}

async function play(experiment: Experiment, args: ParsedArgs, io: Io): Promise<VariantSums> {
  const all = experiment.loops * experiment.variants.length;
  const show = (played: number): void => {
    if (io.isWatched) io.live("err", `${played.toLocaleString("en")} of ${all.toLocaleString("en")} loops`);
  };
  const jobs = Math.min(count(args, "jobs", availableParallelism()), experiment.loops);
  try {
    if (jobs > 1 && io.ownsProcess)
      return await shareLoops({
        jobs,
        commandLine: ({ from, of }) => [...ownCommandLine("lab"), ...sameWords(args, io), "--part", `${from}/${of}`],
        onPlayed: show,
      });
    let played = 0;
    return playVariants(experiment, { from: 0, of: 1 }, () => {
      played++;
      if (played % everyLoops === 0) show(played);
    });
  } finally {
    if (io.isWatched) io.live("err", "");
  }
}

/** What a part has to know is what this command was told. */
const sameWords = (args: ParsedArgs, { cwd }: Io): readonly string[] => [
  ...["--dir", cwd, ...(args.flag("fit") ? ["--fit"] : [])],
  ...["policy", "set", "population", "project"].flatMap((name) =>
    args.texts(name).flatMap((text) => [`--${name}`, text]),
  ),
  ...["sweep", "loops", "seed", "state"].flatMap((name) => {
    const text = args.text(name);
    return text === undefined ? [] : [`--${name}`, text];
  }),
];

function list({ populations, projects }: Experiment, args: ParsedArgs, io: Io): number {
  if (args.flag("json")) io.out(`${JSON.stringify({ populations, projects })}\n`);
  else
    for (const { name, about, ...numbers } of [...populations, ...projects])
      io.out(`${name}: ${about}\n  ${formatNumbers(numbers)}\n`);
  return 0;
}

const formatNumbers = (numbers: Partial<Population> | Partial<ProjectKind>): string =>
  Object.entries(numbers)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
