import { isOver } from "../../decide/dependencies.js";
import type { Task } from "../../decide/tasks.js";
import type { CommandPlan } from "../../evidence/plan.js";
import { digestTask, readSeals, type Seal, sealFolder } from "./seal.js";

/** The sealed checks of a list's open tasks, and what a person should know of the others. */
export function planSeals(
  privateFolder: string,
  tasks: readonly Task[],
): { readonly plans: readonly CommandPlan[]; readonly warnings: readonly string[] } {
  const { seals, damaged } = readSeals(privateFolder);
  const warnings = [...damaged];
  const plans = seals.flatMap((seal): readonly CommandPlan[] => {
    const task = tasks.find(({ id }) => id === seal.task);
    if (!task || isOver(task)) return [];
    if (digestTask(task) === seal.text) return [toPlan(seal, privateFolder)];
    warnings.push(
      `task ${seal.task} reads differently than when it was sealed, so its seal does not count: untildone seal ${seal.task}`,
    );
    return [];
  });
  return { plans, warnings };
}

const toPlan = (seal: Seal, privateFolder: string): CommandPlan => ({
  ...{ kind: "command", name: `sealed:${seal.task}`, required: true, when: "claim", timeoutSeconds: 600 },
  ...{ origin: `untildone seal, by ${seal.author}`, parallel: false, words: seal.command, env: {} },
  ...{ reads: "tests", found: false },
  hidden: {
    files: seal.files.map(({ path }) => path),
    requirement: null,
    titles: false,
    kept: { folder: sealFolder(privateFolder, seal.task), logs: `${sealFolder(privateFolder, seal.task)}/logs` },
    sealed: {
      task: seal.task,
      requirements: seal.requirements.map(({ id, text, test }) => ({ id, text, test })),
      seams: uniqueSeams(seal),
    },
  },
});

const uniqueSeams = ({ requirements }: Seal) => [
  ...new Map(requirements.map(({ seam }) => [`${seam.file} ${seam.name}`, seam])).values(),
];
