import { isLeft } from "../core/tasks.js";
import type { Words } from "../core/words.js";
import type { Selected } from "./select.js";
import type { LoopSetup } from "./setup.js";

/** The words for this prompt. An answer waits for a prompt of the task that asked, as long as that is to be done. */
export function giveWords(setup: LoopSetup, selected: Selected): readonly Words[] {
  const { control, emit } = setup;
  takeSteerFile(setup);
  const words = control
    .wordsFor(setup.only?.id ?? null)
    .filter(({ question }) => isFor(question?.task ?? null, selected));
  if (words.length > 0) emit({ type: "words-given", words });
  return words;
}

function isFor(asking: string | null, { task, tasks }: Selected): boolean {
  if (asking === null || asking === task?.id || tasks.is !== "tasks") return true;
  return !tasks.tasks.some((each) => each.id === asking && isLeft(each));
}

/** A file that cannot be used is reported once and stays. */
function takeSteerFile({ steerFile, control, emit }: LoopSetup): void {
  const found = steerFile.read();
  if (found === null) return;
  const reply = found.is === "text" ? control.tell(found.text, "file") : { ok: false, message: found.why };
  if (reply.ok) steerFile.remove();
  else emit({ type: "warning", text: `${steerFile.name} is not used: ${reply.message}` });
}
