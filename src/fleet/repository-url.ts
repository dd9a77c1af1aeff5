import { gitProtocols } from "../lib/git/remote-git.js";

/**
 * Whether a URL is one that git can be given: no option, no command, and no password, which would be in every job.
 * Null if it is; otherwise what is wrong with it.
 */
export function refuseUrl(url: string): string | null {
  if (/[\0-\x20\x7f]/.test(url) || url.startsWith("-")) return "it has a space, or begins with a dash";
  if (url.startsWith("/")) return null;
  if (/^[\w.-]+@[\w.-]+:[^:]/.test(url)) return null;
  const [, protocol = ""] = /^([a-z]+):\/\//.exec(url) ?? [];
  if (!gitProtocols.split(":").includes(protocol)) return "it is neither a path from / nor a URL of git";
  if (!URL.canParse(url)) return "it is not a URL that can be read";
  const { hostname, username, password } = new URL(url);
  if (hostname.startsWith("-") || username.startsWith("-")) return "its host begins with a dash";
  return password === "" ? null : "it has a password in it, which every job would show";
}

/** The host of a repository, with its port; null for a folder of this machine. */
export function hostOf(url: string): string | null {
  const [, short = ""] = /^[\w.-]+@([\w.-]+):/.exec(url) ?? [];
  const host = short || (!url.startsWith("/") && URL.canParse(url) ? new URL(url).host : "");
  return host === "" ? null : host.toLowerCase();
}
