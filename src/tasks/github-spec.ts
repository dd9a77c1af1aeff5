import { nearest } from "../lib/text/nearest.js";

/** Which issues are the tasks, and what may be done to them. */
export interface GithubSpec {
  readonly owner: string;
  readonly repo: string;
  readonly labels: readonly string[];
  /** Its title or number, `*` for any, `none`. */
  readonly milestone: string | null;
  readonly assignee: string | null;
  readonly blockedLabel: string;
  readonly doingLabel: string;
  /** Closing and labelling issues is only done for those who ask for it. */
  readonly write: boolean;
}

const known = ["label", "labels", "milestone", "assignee", "blocked-label", "doing-label", "write"];

/** Reads `github:OWNER/REPO?label=a,b&milestone=…&assignee=…&write=yes`; a text says what is wrong with it. */
export function readGithubSpec(spec: string): GithubSpec | string {
  const match = /^github:([\w.-]{1,100})\/([\w.-]{1,100})(?:\?(.*))?$/i.exec(spec);
  if (!match) return `${JSON.stringify(spec)} names no repository: write github:OWNER/REPO, with ?label=… if need be`;
  const [, owner = "", repo = "", query = ""] = match;
  const options = new URLSearchParams(query);
  for (const name of options.keys())
    if (!known.includes(name)) {
      const close = nearest(name, known);
      return `github: has no option ${JSON.stringify(name)}${close ? ` (did you mean ${close}?)` : ""}`;
    }
  const text = (name: string): string | null => options.get(name) || null;
  return {
    owner,
    repo,
    labels: [...options.getAll("label"), ...options.getAll("labels")]
      .flatMap((list) => list.split(","))
      .map((label) => label.trim())
      .filter(Boolean),
    milestone: text("milestone"),
    assignee: text("assignee"),
    blockedLabel: text("blocked-label") ?? "blocked",
    doingLabel: text("doing-label") ?? "in progress",
    write: /^(?:yes|true|1)$/i.test(options.get("write") ?? ""),
  };
}
