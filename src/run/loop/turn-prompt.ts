import type { Words } from "../../decide/words.js";
import type { Session } from "../session.js";
import type { Phase } from "./agent-port.js";
import { makePrompt } from "./prompt.js";
import { describeProtocol } from "./protocol.js";
import type { Selected } from "./select.js";
import { describeTask, type TaskBackground } from "./task-context.js";

export interface TurnPrompt {
  readonly iteration: number;
  readonly selected: Selected;
  readonly phase: Phase;
  readonly feedback: readonly string[];
  readonly words: readonly Words[];
  readonly nonce: string | null;
  readonly background: TaskBackground;
}

/** What a prompt depends on beside its turn. */
export interface PromptSession extends Pick<Session, "policy" | "run"> {
  readonly agent: Pick<Session["agent"], "prompt" | "template" | "protocol">;
  readonly tasks: { readonly tracker: Pick<Session["tasks"]["tracker"], "name"> };
}

/** The prompt of one turn. */
export function makeTurnPrompt(
  session: PromptSession,
  { iteration, selected, phase, feedback, words, nonce, background }: TurnPrompt,
): string {
  const { policy, agent, tasks, run } = session;
  const { promise } = policy.settings;
  return makePrompt(
    {
      prompt: agent.prompt,
      task: describeTask(selected, background),
      protocol: describeProtocol(agent.protocol, {
        nonce,
        promise,
        list: selected.tasks.is === "tasks" ? tasks.tracker.name : null,
      }),
      feedback,
      words,
      iteration,
      run,
    },
    phase.template ?? agent.template,
  );
}
