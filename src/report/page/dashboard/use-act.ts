import { useEffect, useState } from "preact/hooks";
import type { ActionReply, DashboardAction } from "../../dashboard-state.js";

/** Resolves to whether it will happen. */
export type Act = (action: DashboardAction, text?: string) => Promise<boolean>;

const staleMs = 4000;

/** Asks for something, and keeps the answer until something else is asked, or things have moved on. */
export function useAct(project: number, state: string): { readonly act: Act; readonly reply: ActionReply | null } {
  const [reply, setReply] = useState<ActionReply | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReply(null), staleMs);
    return () => clearTimeout(timer);
  }, [state]);
  const act: Act = async (action, text = "") => {
    setReply(null);
    const got = await send({ project, action, text });
    setReply(got);
    return got.ok;
  };
  return { act, reply };
}

async function send(asked: object): Promise<ActionReply> {
  try {
    const reply = await fetch("act", {
      method: "POST",
      headers: { "content-type": "application/json", "x-untildone": "act" },
      body: JSON.stringify(asked),
    });
    return reply.ok ? await reply.json() : { ok: false, message: (await reply.text()).trim() };
  } catch {
    return { ok: false, message: "the dashboard does not answer: start it again with: untildone dashboard" };
  }
}
