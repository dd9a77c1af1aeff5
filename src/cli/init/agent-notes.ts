import { exists } from "../../lib/files/disk.js";
import { isLink } from "../../lib/files/edit-files.js";
import { addBlock, findBlock, type Markers, removeBlock } from "../../lib/text/text-block.js";
import type { EditPlan } from "./edit-plan.js";
import { brokenBlock } from "./install-mcp.js";

const markers: Markers = { begin: "<!-- untildone:begin -->", end: "<!-- untildone:end -->" };

/** What an agent should know that works under untildone, whether in a run or in a session with a Stop hook. */
export const agentNotes = `## Working under untildone

untildone decides when the work here is done. It runs the project's checks itself and compares the files; what you say is
only a claim.

- Work on one task at a time: the one you were given, else the next open one (\`untildone tasks --next\`).
- Run the project's tests before you say that something is done.
- Never delete, skip or weaken a test or a check to make it pass. That is noticed, and the claim is refused.
- Never remove or reword tasks of the task list, and leave the folder \`.ralph\` alone.
- In a run, the prompt names one task and asks for a closing block (\`---TASK_STATUS---\`): end your last message with it, filled
  in, and copy its NONCE as it stands. Do not tick the task. That is done for you when its work has been checked.
- In a session with a person, tick a task when its work is finished and its tests pass, not before.
- If your stop is refused, the reason says what is missing. Fix exactly that, then stop again. If you cannot go on, say plainly
  what blocks you, or ask the person.
- If there are tools of untildone (\`may_i_stop\`, \`check\`, \`report_blocked\`), ask with them before you say that you are done.
- \`untildone explain\` shows how the last decision was made.
`;

/** AGENTS.md, or CLAUDE.md if only that is there; both if they are two texts and one does not name the other. */
function noteFiles(plan: EditPlan, cwd: string): readonly string[] {
  if (!exists(`${cwd}/CLAUDE.md`)) return ["AGENTS.md"];
  if (!exists(`${cwd}/AGENTS.md`)) return ["CLAUDE.md"];
  const isOneText =
    isLink(cwd, "CLAUDE.md") || isLink(cwd, "AGENTS.md") || plan.read("CLAUDE.md")?.includes("AGENTS.md");
  return isOneText ? ["AGENTS.md"] : ["AGENTS.md", "CLAUDE.md"];
}

export function addNotes(plan: EditPlan, cwd: string): void {
  for (const file of noteFiles(plan, cwd)) {
    const text = plan.read(file);
    if (text !== null && findBlock(text, markers) === "broken") throw brokenBlock(file, markers);
    const added = text === null ? writeNew() : addBlock(text, markers, agentNotes);
    if (added === text) plan.keep(file, "the notes for agents already exist");
    else plan.write(file, added, "how to work under untildone");
  }
}

const writeNew = (): string => addBlock("", markers, agentNotes).trimStart();

export function removeNotes(plan: EditPlan, cwd: string): boolean {
  const files = ["AGENTS.md", "CLAUDE.md"].filter((file) => !isLink(cwd, file));
  return files.map((file) => removeFrom(plan, file)).includes(true);
}

function removeFrom(plan: EditPlan, file: string): boolean {
  const text = plan.read(file);
  const found = text === null ? null : findBlock(text, markers);
  if (text === null || found === null) return false;
  if (found === "broken") throw brokenBlock(file, markers);
  const isWhole = text === `${text.slice(...found)}\n`;
  plan.write(file, isWhole ? null : removeBlock(text, markers), "how to work under untildone");
  return true;
}
