import { askGit } from "../../lib/git/ask-git.js";
import { text } from "../../lib/git/git-output.js";
import { findExecutable } from "../../lib/process/programs.js";
import type { Io } from "../command.js";
import { type Finding, fail, ok, warn } from "../doctor/finding.js";

const oldestGit = [2, 38] as const;

/** A worker clones, merges and pushes; pull requests are opened by gh. */
export async function lookAtPrograms({ cwd, env }: Io): Promise<readonly Finding[]> {
  const answer = await askGit(cwd, ["version"]);
  const gh = findExecutable("gh", { path: env["PATH"] ?? "", cwd });
  return [
    describeGit(answer.ok ? text(answer.out) : null),
    gh === null
      ? warn("gh", "not installed: submissions with --pr fail here", "https://cli.github.com, then gh auth login")
      : ok("gh", gh),
  ];
}

export function describeGit(version: string | null): Finding {
  if (version === null) return fail("git", "not installed", "apt-get install git, or https://git-scm.com/downloads");
  const shown = version.trim().replace(/^git version /, "");
  const [major = 0, minor = 0] = shown.split(".").map(Number);
  const isOld = major < oldestGit[0] || (major === oldestGit[0] && minor < oldestGit[1]);
  return isOld ? fail("git", `${shown} is too old`, `install git ${oldestGit.join(".")} or later`) : ok("git", shown);
}
