import { userInfo } from "node:os";
import { askGit } from "../lib/git/ask-git.js";
import { oneLine } from "../lib/text/printable.js";

const maxName = 100;

/**
 * Who types a command, for the journal: the login name, else the name that git knows for this user. An agent can write
 * the repository's own settings, so these do not count.
 */
export async function findOwnName(cwd: string): Promise<string> {
  const git = async (): Promise<string> => {
    const answer = await askGit(cwd, ["config", "--global", "user.name"]);
    return answer.ok ? answer.out.toString("utf8") : "";
  };
  return (
    oneLine(loginName() || (await git()))
      .trim()
      .slice(0, maxName) || "a person"
  );
}

function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return ""; // A user id without an entry, as in some containers.
  }
}
