import { documentBecause } from "./document.js";
import { draft, finishDraft, overhear, say } from "./draft.js";
import { classifyError } from "./failures.js";
import type { DocumentReader } from "./reader.js";
import { splitRoles } from "./roles.js";

/** Plain text: the whole of it is the agent's message, unless it is a log with roles or nobody's words at all. */
export const plainText: DocumentReader = {
  format: "text",
  recognises: () => true,
  read(source) {
    const of = draft("text", { is: "untold" });
    const roles = splitRoles(source);
    if (roles) {
      of.messages.push(...roles.messages);
      for (const { source: who, ...message } of roles.overheard) overhear(of, who, message);
      return finishDraft(of);
    }
    const because = documentBecause(source);
    if (because) {
      overhear(of, "document", { text: source, line: 1 });
      of.notes.push(`nobody speaks: the text is ${because}`);
      return finishDraft(of);
    }
    say(of, source, 1);
    if (isVendorError(source)) of.ending = { is: "failed", failure: classifyError(source) };
    return finishDraft(of);
  },
};

/** A CLI in text mode prints its failure as if the agent had said it: alone, and in the vendor's own words. */
function isVendorError(source: string): boolean {
  const text = source.trim();
  if (text.length > 600 || text.split("\n").length > 3) return false;
  return /^(?:you['’]ve hit your (?:\S+ ){0,3}limit|claude (?:ai )?usage limit reached|api error\b|not logged in|invalid api key|credit balance is too low|execution error$|error: (?:not logged in|rate limit|429|401|5\d\d)|failed to authenticate)/i.test(
    text,
  );
}
