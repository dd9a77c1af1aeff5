import type { Words } from "../../decide/words.js";
import type { Session } from "../session.js";
import type { Selected } from "./select.js";

/** The words for this prompt: those for its task, and those for no task in particular. */
export function giveWords(session: Session, { task }: Selected): readonly Words[] {
  const { control, emit } = session.person;
  takeSteerFile(session);
  const words = control.words.give(task?.id ?? null);
  if (words.length > 0) emit({ type: "words-given", words });
  return words;
}

/** A file that cannot be used is reported once and stays. */
function takeSteerFile({ person }: Session): void {
  const { steerFile, control, emit } = person;
  const found = steerFile.read();
  if (found === null) return;
  const reply =
    found.is === "text" ? control.words.tell(found.text, { from: "file" }) : { ok: false, message: found.why };
  if (reply.ok) steerFile.remove();
  else emit({ type: "warning", text: `${steerFile.name} is not used: ${reply.message}` });
}
