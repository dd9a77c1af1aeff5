import type { CommandFact } from "../../decide/review.js";
import { errorMessage } from "../../lib/errors.js";
import { isThere, pathJoin } from "../../lib/files/folder.js";
import { copyEnvironment } from "../../lib/process/copy-env.js";
import { checkCommand, noStart } from "../checks/command.js";
import { outputTail } from "../checks/tests/output-tail.js";
import { newTestReader } from "../checks/tests/test-run.js";
import type { CommandPlan } from "../plan.js";
import type { CleanCopy } from "../proof/original-tests/clean-copy.js";
import { missesOutput } from "../proof/original-tests/misses-output.js";
import { type SplitCommand, splitCommand } from "../split-words.js";
import type { ReviewTerms } from "./reviewing.js";

/** What a command that a reviewer named came to. `untold`: it ran and says nothing, or could not be run. */
export type NamedCommand =
  | { readonly is: "fails"; readonly fact: CommandFact }
  | { readonly is: "holds" }
  | { readonly is: "untold"; readonly why: string };

export interface CommandPlace extends Pick<ReviewTerms, "room" | "plans" | "signal" | "logDirectory" | "seconds"> {
  readonly project: string;
  readonly copy: CleanCopy;
}

const mostSeconds = 60;

/** What runs the code of projects. A reviewer's words start nothing else: no shell, nothing that fetches or removes. */
const runners = new Set(
  "node deno bun npm pnpm yarn python python3 pytest uv poetry ruby rspec rake bundle php phpunit go cargo java mvn gradle dotnet swift mix make just ctest zig dart".split(
    " ",
  ),
);

const nothing = (why: string): NamedCommand => ({ is: "untold", why });

/** Runs it in the copy, without a shell and with the rights that the project's own checks have. */
export async function runNamedCommand(command: string, place: CommandPlace): Promise<NamedCommand> {
  const { project, copy, room, signal, logDirectory, seconds } = place;
  const split = readCommand(command, place);
  if (typeof split === "string") return nothing(split);
  const plan: CommandPlan = {
    ...{ kind: "command", name: "reviewer's command", words: split.words, reads: "status", found: false },
    ...{ required: false, when: "claim", parallel: false, origin: "a reviewer" },
    env: copyEnvironment(
      { project, copy: copy.folder, cwd: copy.cwd, temporary: copy.temporary, python: [] },
      { ...split.env },
    ),
    timeoutSeconds: Math.max(1, Math.min(mostSeconds, seconds)),
  };
  const shows = [copy.folder, copy.temporary];
  const finding = await checkCommand(
    plan,
    { cwd: copy.cwd, room, logDirectory, newTestReader, shows, signal },
    noStart,
  );
  if (finding.state === "holds") return { is: "holds" };
  if (finding.state === "unknown" || finding.exitCode === null) return nothing(finding.detail);
  if (copy.outputs.some((output) => missesOutput(finding, output, project))) return nothing("it needs a build");
  const output = outputTail((finding.tail ?? []).join("\n")).join("\n");
  return { is: "fails", fact: { command, exitCode: finding.exitCode, output } };
}

/** Its words, or why it is not run. */
function readCommand(command: string, { plans, copy }: CommandPlace): SplitCommand | string {
  let split: SplitCommand;
  try {
    split = splitCommand(command, "a reviewer's command");
  } catch (error) {
    return `not run: ${errorMessage(error)}`;
  }
  const [program = "", first = "", ...rest] = split.words;
  const local = `${copy.cwd}/node_modules/.bin/${first}`;
  if (program === "npx")
    return isPlainName(first) && isThere(local) ? { ...split, words: [local, ...rest] } : notOurs(program);
  const own = plans.flatMap((plan) => (plan.kind === "command" ? plan.words.slice(0, 1) : []));
  const isShell = /(?:^|\/)(?:ba|da|z|k|fi|c|tc)?sh$|(?:^|\/)(?:cmd|powershell|pwsh)(?:\.exe)?$/.test(program);
  if (isShell) return "not run: it needs a shell";
  const isOfProject = !program.startsWith("/") && !program.includes("..") && isThere(pathJoin(copy.cwd, program));
  return runners.has(program) || own.includes(program) || (program.includes("/") && isOfProject)
    ? split
    : notOurs(program);
}

const isPlainName = (name: string): boolean => /^[\w.-]+$/.test(name);

const notOurs = (program: string): string => `not run: ${program} runs no code of this project`;
