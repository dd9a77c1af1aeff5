import type { SealedChecks } from "../../evidence/plan.js";
import type { Session } from "../session.js";

/** The sealed checks of a task; null where it has none. */
function sealOf({ workspace }: Pick<Session, "workspace">, task: string | undefined): SealedChecks | null {
  for (const plan of workspace.checks.plans)
    if (plan.kind === "command" && plan.hidden?.sealed?.task === task) return plan.hidden?.sealed ?? null;
  return null;
}

/** What the agent has to know of checks that it does not see: what they call, and how to object to one. */
export function describeSeams(session: Pick<Session, "workspace">, task: string | undefined): readonly string[] {
  const seal = sealOf(session, task);
  if (seal === null) return [];
  const seams = seal.seams.map(({ file, name }) => `${name} in ${file}`).join(", ");
  return [
    `This task has acceptance checks that you do not see. They call ${seams}: provide it there, under that name. If what they ask for contradicts the task, end with STATUS: BLOCKED and say "the sealed check of R1 contradicts …", with the requirement's number.`,
  ];
}

/** An agent objects to a sealed check: a person is shown both texts. Null where it does not. */
export function describeDispute(
  session: Pick<Session, "workspace">,
  { task, message }: { readonly task: string; readonly message: string },
): string | null {
  const seal = sealOf(session, task);
  const [said, id] = /sealed check of (\w+)[^\n]*/i.exec(message) ?? [];
  const requirement = seal?.requirements.find((each) => each.id === id);
  if (said === undefined || !requirement) return null;
  return `task ${task} is disputed. ${requirement.id} asks for: "${requirement.text}". The agent: "${said.trim()}". Decide: reword the task and seal it again (untildone seal ${task}), or answer the agent (untildone seal --show ${task})`;
}
