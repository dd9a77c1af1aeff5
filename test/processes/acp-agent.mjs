// A small agent that speaks the Agent Client Protocol. Its first argument says how it behaves; it notes what it is asked.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";

const [manner = "honest"] = process.argv.slice(2);
// Beside the project: there it would be work. In a sandbox, that is not there.
const folder = process.env.XDG_STATE_HOME ?? ".";
const notes = `${folder}/asked.jsonl`;
mkdirSync(folder, { recursive: true });
const note = (what) => appendFileSync(notes, `${JSON.stringify(what)}\n`);
const asked = () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : []);
const session = { sessionId: "session-1" };
const models = [{ value: "small" }, { value: "large" }];
const configOptions = [
  { id: "which", name: "Model", category: "model", type: "select", currentValue: "small", options: models },
];
let cancelled = false;
let repeated = Promise.resolve();

const isClaim = (line) => JSON.parse(line).method === "prompt";

/** The answer in pieces that split the status block. */
async function claim(client, prompt) {
  const nonce = /^NONCE: (\S+)$/m.exec(prompt)?.[1];
  const block = `---TASK_STATUS---\nSTATUS: COMPLETE\nWORK: made.txt\nNOTE: none\nNONCE: ${nonce}\n---END_TASK_STATUS---`;
  await say(client, `The file is made.\n\n${block}`);
}

async function say(client, words) {
  for (const piece of words.match(/.{1,7}|\n/g))
    await update(client, { sessionUpdate: "agent_message_chunk", content: { type: "text", text: piece } });
}

const update = (client, what) => client.notify(methods.client.session.update, { ...session, update: what });

/** Asks for permission to do something, and does it if that is given. */
async function use(client, call, { kinds = ["reject_once", "allow_always", "allow_once"], act }) {
  await update(client, { sessionUpdate: "tool_call", status: "pending", ...call });
  const options = kinds.map((kind) => ({ kind, name: kind, optionId: `option-${kind}` }));
  const asking = { ...session, toolCall: call, options };
  const { outcome } = await client.request(methods.client.session.requestPermission, asking);
  note({ method: "permission", outcome });
  const isAllowed = outcome.outcome === "selected" && outcome.optionId.startsWith("option-allow");
  if (isAllowed) act();
  const status = isAllowed ? "completed" : "failed";
  await update(client, { sessionUpdate: "tool_call_update", toolCallId: call.toolCallId, status });
}

const edit = (client, kinds) =>
  use(
    client,
    { toolCallId: "call-1", title: "made.txt", kind: "edit" },
    { kinds, act: () => writeFileSync("made.txt", "made\n") },
  );

const command = {
  toolCallId: "call-2",
  title: "touch ran.txt",
  kind: "execute",
  rawInput: { command: "touch ran.txt" },
};
const runCommand = () => writeFileSync("ran.txt", "");

function attempt(act) {
  try {
    return String(act());
  } catch (error) {
    return error.code;
  }
}

async function work(client, prompt) {
  const turns = asked().filter(isClaim).length;
  if (manner === "not-logged-in") throw Object.assign(new Error("Authentication required"), { code: -32000 });
  if (manner === "dies-in-turn") process.exit(7);
  if (manner === "hangs") {
    note({ method: "hangs" });
    while (!cancelled) await setTimeout(20);
    return "cancelled";
  }
  if (manner === "sandboxed")
    writeFileSync("log", `${attempt(() => writeFileSync("/outside", ""))} ${JSON.stringify(process.env)}`);
  if (manner === "runs-commands") await use(client, command, { act: runCommand });
  if (manner === "never-asks") {
    runCommand();
    await update(client, { sessionUpdate: "tool_call", ...command, status: "completed" });
    await setTimeout(600_000); // Nor does it hear that it is to stop.
  }
  if (manner === "denied") await edit(client, ["reject_once"]);
  else if (manner !== "liar" || turns > 1) await edit(client, ["reject_once", "allow_always", "allow_once"]);
  await claim(client, prompt);
  return "end_turn";
}

if (manner === "silent") await setTimeout(2 ** 31 - 1);
if (manner === "dies" || (manner === "dies-later" && asked().length > 0)) process.exit(7);

agent({ name: "test" })
  .onRequest(methods.agent.initialize, ({ params }) => {
    note({ method: "initialize", capabilities: params.clientCapabilities });
    return { protocolVersion: PROTOCOL_VERSION, agentCapabilities: { loadSession: manner !== "forgetful" } };
  })
  .onRequest(methods.agent.session.new, () => {
    note({ method: "new" });
    return { ...session, configOptions };
  })
  .onRequest(methods.agent.session.load, ({ params, client }) => {
    note({ method: "load", session: params.sessionId });
    // As some agents do: the conversation is repeated after the answer.
    repeated = setTimeout(200).then(() => say(client, "An old answer of the session."));
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const [{ text }] = params.prompt;
    note({ method: "prompt" });
    await repeated;
    return { stopReason: await work(client, text) };
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params: { configId, value } }) => {
    note({ method: "set", configId, value });
    return { configOptions };
  })
  .onNotification(methods.agent.session.cancel, () => {
    note({ method: "cancel" });
    cancelled = true;
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
