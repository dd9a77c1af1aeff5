import { useState } from "preact/hooks";
import { maxWords } from "../../../decide/words.js";
import type { Act } from "./use-act.js";

interface WordsFormProps {
  readonly action: "tell" | "answer";
  readonly label: string;
  readonly act: Act;
}

/** Words for the agent's next prompt. They stay in the box if they were not taken. */
export function WordsForm({ action, label, act }: WordsFormProps) {
  const [text, setText] = useState("");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (text.trim() !== "" && (await act(action, text))) setText("");
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send(event);
  };
  return (
    <form class="words-form" onSubmit={send}>
      <label for={`words-${action}`}>{label}</label>
      <textarea
        id={`words-${action}`}
        rows={2}
        maxLength={maxWords}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <button type="submit" class="action" disabled={text.trim() === ""}>
        {action === "tell" ? "Tell" : "Answer"}
      </button>
    </form>
  );
}
