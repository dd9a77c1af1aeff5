import { type Permissions, permissionLevels } from "../../agents/agent.js";
import { UserError } from "../../lib/errors.js";
import { suggest } from "../../lib/text/nearest.js";

/** What `--permissions` names. */
export function parsePermissions(word: string): Permissions {
  const found = permissionLevels.find((level) => level === word);
  if (found) return found;
  throw new UserError({
    what: `there are no permissions ${JSON.stringify(word)}`,
    where: "--permissions",
    fix: suggest(word, permissionLevels),
  });
}
