import { listQuestions } from "../../agents/signals/prose/questions.js";
import { readNote } from "../../decide/agent-report.js";
import type { Observation } from "../../decide/observation.js";
import type { Question } from "../../decide/words.js";

/** Those of one turn; a message with more of them is a list, not a question. */
const maxAsked = 5;

/** What the agent asks in its text or in its status block, and why it says it cannot go on. */
export function readQuestions({ turn, selection }: Observation, message: string): readonly Question[] {
  if (!turn) return [];
  const asked = turn.report.questions > 0 ? listQuestions(message).map(withoutLabel) : [];
  const note = turn.facts.blocked ? readNote(turn.report) : null;
  const isNew = note !== null && !asked.some((text) => note.includes(text) || text.includes(note));
  const texts = [...new Set([...asked, ...(isNew ? [note] : [])])];
  const task = selection.is === "task" ? selection.id : null;
  return texts.slice(-maxAsked).map((text) => ({ task, text }));
}

/** A question in the status block stands behind the name of its field. */
const withoutLabel = (text: string): string => text.replace(/^NOTE:\s*/, "");
