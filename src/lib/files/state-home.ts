import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";

/** A user, as far as it says where their files are. */
export interface HomeOwner {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home, or "" where there is none. */
  readonly home: string;
}

/** `$XDG_STATE_HOME`, which counts only where it is absolute, or `~/.local/state`. Null where the user has no home. */
export function stateHome({ env, home }: HomeOwner): string | null {
  const xdg = env["XDG_STATE_HOME"] ?? "";
  if (isAbsolute(xdg)) return resolve(xdg);
  return home === "" ? null : `${home}/.local/state`;
}

/** That of the user who runs us. */
export const ownStateHome = (): string | null => stateHome({ env: process.env, home: ownHome() });

function ownHome(): string {
  try {
    return homedir();
  } catch {
    return ""; // A user without a home and without an entry among the users.
  }
}
