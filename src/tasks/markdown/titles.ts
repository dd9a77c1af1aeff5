import { kinds, priorities } from "./titles-table.js";

const maxTitle = 2000;

/** A title without emphasis and comments, truncated if very long. */
export function plainText(title: string): string {
  const text = title.slice(0, maxTitle);
  if (!mayHoldMarks.test(text)) return text.trim();
  let plain = text;
  for (let open = plain.indexOf("<!--"); open >= 0; open = plain.indexOf("<!--", open)) {
    const close = plain.indexOf("-->", open);
    plain = close < 0 ? plain.slice(0, open) : plain.slice(0, open) + plain.slice(close + 3);
  }
  return plain.replaceAll(/\*\*|__|~~|`/g, "").trim();
}

const mayHoldMarks = /[*_~`<]/;

/** The kind of work in a title such as "fix: …", "docs(api): …", "[bug] …" or "T3: action: …". */
export function readKind(title: string): string | null {
  const word = /^(?:[A-Za-z]{1,8}-?\d+[:.)]?\s+)?(?:\[([a-z]+)\]|([a-z]+)(?:\([^)]{0,40}\))?!?:)/i.exec(title);
  const name = (word?.[1] ?? word?.[2])?.toLowerCase() ?? "";
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null;
}

const mayHoldPriority = /P[0-4]|priority/i;

/** P0 to P4, or "high priority". Lower values come first. */
export function readPriority(title: string): number | null {
  if (!mayHoldPriority.test(title)) return null;
  const level = /(?:^|[\s[(])P([0-4])(?=$|[\s\]):–—-])/.exec(title)?.[1];
  if (level !== undefined) return Number(level);
  const word = /\b(critical|urgent|highest|high|medium|normal|low|lowest)[ -]priority\b/i.exec(title)?.[1];
  const after = /\bpriority\s*:?\s*(\d|critical|urgent|highest|high|medium|normal|low|lowest)\b/i.exec(title)?.[1];
  const priority = (word ?? after)?.toLowerCase();
  if (priority === undefined) return null;
  return /^\d$/.test(priority) ? Number(priority) : (priorities[priority] ?? null);
}
