import { textAt } from "../../lib/files/folder.js";
import type { LogInSigns } from "../agent.js";

/** A sign that somebody logged in: a key, or an account such as a subscription. */
export interface LogIn {
  readonly kind: "key" | "account";
  /** The variable, or the file as people write it. */
  readonly from: string;
}

interface Home {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home, or "" if unknown. */
  readonly home: string;
}

/** Whether an agent is logged in, as far as variables and files tell. Variables win, as they do for the agents. */
export function findLogIn({ variables, files }: LogInSigns, { env, home }: Home): LogIn | null {
  const variable = variables.find((name) => env[name]);
  if (variable !== undefined) return { kind: /OAUTH|AUTH_TOKEN/.test(variable) ? "account" : "key", from: variable };
  for (const file of home === "" ? [] : files) {
    const kind = readCredential(textAt(`${home}/${file}`));
    if (kind) return { kind, from: `~/${file}` };
  }
  return null;
}

const key = /"(?:\w*_)?(?:api_?)?key"\s*:\s*"[^"]/i;
const account =
  /"(?:\w*oauth\w*|(?:\w+_)?tokens?|(?:refresh|access|id|auth)token|logged_?in\w*|auth_?info)"\s*:\s*(?:"[^"]|\{|\[)|"type"\s*:\s*"oauth"/i;

/** What a file holds. JSON without any credential is only a file of settings; a file that we cannot read may hold one. */
export function readCredential(text: string | null): LogIn["kind"] | null {
  if (text === null) return null;
  if (key.test(text)) return "key";
  return account.test(text) || !text.trimStart().startsWith("{") ? "account" : null;
}

/** Where people log in on a Mac, the keychain may hold what no file shows. */
export const mayBeInKeychain = (platform: string): boolean => platform === "darwin";
