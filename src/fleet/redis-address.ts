import { errorMessage, UserError } from "../base/errors.js";
import { readText } from "../system/files.js";

export const urlVariable = "UNTILDONE_REDIS_URL";

/** Where Redis is, with its password: never printed, and not given to agents. */
export interface RedisAddress {
  readonly url: string;
  /** For messages: without the password. */
  readonly shown: string;
}

interface Source {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A file that holds the URL. */
  readonly file: string | undefined;
}

/** From a file, or from the environment. Never from the command line, which everybody on the machine can read. */
export function readAddress({ env, cwd, file }: Source): RedisAddress {
  const text = (file === undefined ? env[urlVariable] : readText(file, cwd, maxBytes))?.trim() ?? "";
  const where = file ?? urlVariable;
  if (text === "")
    throw new UserError({
      what: file === undefined ? "where Redis is has not been said" : "the file is empty",
      where,
      fix: `set ${urlVariable}, such as redis://127.0.0.1:6379 (rediss:// for TLS), or name a file that holds it with --redis-file`,
    });
  return { url: text, shown: showUrl(text, where) };
}

const maxBytes = 4_096;

function showUrl(text: string, where: string): string {
  try {
    const url = new URL(text);
    if (!/^rediss?:$/.test(url.protocol)) throw new Error(`it begins with ${JSON.stringify(url.protocol)}`);
    if (!/^\/?\d*$/.test(url.pathname)) throw new Error("it ends with what is no number of a database");
    if (url.hostname === "") throw new Error("it names no host");
    return `${url.protocol}//${url.host}${url.pathname.length > 1 ? url.pathname : ""}`;
  } catch (error) {
    const why = /^it (?:begins|ends|names)/.test(errorMessage(error)) ? errorMessage(error) : "it cannot be read";
    throw new UserError({
      what: `this is no URL of Redis: ${why}`,
      where,
      fix: "write redis://HOST:PORT, or rediss://HOST:PORT for TLS, with : and the password and @ before the host",
    });
  }
}
