import { resolve } from "node:path";
import type { Config } from "../../config/load.js";
import { isLeft } from "../../decide/tasks.js";
import { exists } from "../../lib/files/disk.js";
import { askGit } from "../../lib/git/ask-git.js";
import { openRepository } from "../../lib/git/git.js";
import { plural } from "../../lib/text/plural.js";
import type { Io, ParsedArgs } from "../command.js";
import { loadListForPerson } from "../task-list.js";
import { type Finding, fail, ok, warn } from "./finding.js";

/** git is needed for checkpoints and worktrees, and by most agents. */
export async function lookAtGit({ cwd }: Io): Promise<readonly Finding[]> {
  const version = await askGit(cwd, ["version"]);
  if (!version.ok) return [warn("git", "not installed", "apt-get install git, or https://git-scm.com/downloads")];
  const found = ok(
    "git",
    version.out
      .toString()
      .trim()
      .replace(/^git version /, ""),
  );
  const repository = await openRepository(cwd);
  if (!repository.ok)
    return [found, warn("repository", repository.why, "git init && git add -A && git commit -m start")];
  const head = await repository.head();
  return [
    found,
    head === null
      ? warn("repository", `${repository.root} has no commit yet`, "git add -A && git commit -m start")
      : ok("repository", repository.root),
    await lookAtIdentity(cwd),
  ];
}

async function lookAtIdentity(cwd: string): Promise<Finding> {
  const identity = await askGit(cwd, ["var", "GIT_AUTHOR_IDENT"]);
  const [email, name] = await Promise.all(["user.email", "user.name"].map((key) => askGit(cwd, ["config", key])));
  if (identity.ok && ((email?.ok && name?.ok) || process.env["GIT_AUTHOR_EMAIL"]))
    return ok("identity", identity.out.toString().replace(/ \d+ [+-]\d+\s*$/, ""));
  return warn(
    "identity",
    "git does not know who commits, so the agent cannot",
    'git config user.name "NAME" && git config user.email "E-MAIL"',
  );
}

/** There must be something to ask the agent: a list, or a prompt. */
export async function lookAtTasks(args: ParsedArgs, config: Config, io: Io): Promise<readonly Finding[]> {
  const { list, tasks, nearly } = await loadListForPerson(args.text("tasks"), config, io);
  const prompt = findPrompt(args, config, io);
  if (list === "none" || tasks.is === "not-asked")
    return prompt === null
      ? [
          fail(
            "tasks",
            ["there is neither a task list nor a prompt", ...nearly].join("; "),
            'untildone run --task "what to do", or name a list: --tasks LIST',
          ),
        ]
      : [ok("tasks", "no task list"), ok("prompt", prompt)];
  if (tasks.is === "unusable")
    return [fail("tasks", tasks.why, "untildone tasks --lint; or name another list: --tasks LIST")];
  const left = tasks.tasks.filter(isLeft).length;
  const text = `${list}: ${plural(tasks.tasks.length, "task")}, ${left} left`;
  return [
    left === 0 ? warn("tasks", text, "add a task to the list, or name another: --tasks LIST") : ok("tasks", text),
  ];
}

function findPrompt(args: ParsedArgs, { stateFolder }: Config, { cwd }: Io): string | null {
  const named = args.text("prompt");
  const names = named === undefined ? [`${stateFolder}/PROMPT.md`, "PROMPT.md"] : [named];
  return names.find((name) => exists(resolve(cwd, name))) ?? null;
}
