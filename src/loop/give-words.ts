import type { Words } from "../core/words.js";
import type { Selected } from "./select.js";
import type { LoopSetup } from "./setup.js";

/** The words for this prompt: those for its task, and those for no task in particular. */
export function giveWords(setup: LoopSetup, { task }: Selected): readonly Words[] {
  const { control, emit } = setup;
  takeSteerFile(setup);
  const words = control.words.give(task?.id ?? null);
  if (words.length > 0) emit({ type: "words-given", words });
  return words;
}

/** A file that cannot be used is reported once and stays. */
function takeSteerFile({ steerFile, control, emit }: LoopSetup): void {
  const found = steerFile.read();
  if (found === null) return;
  const reply =
    found.is === "text" ? control.words.tell(found.text, { from: "file" }) : { ok: false, message: found.why };
  if (reply.ok) steerFile.remove();
  else emit({ type: "warning", text: `${steerFile.name} is not used: ${reply.message}` });
}
