// An agent for trials with several tasks: plays the steps that a script names for the task in its prompt.
//   node scripts/task-agent.mjs SCRIPT.json    { "T1": [{ "write": { "a.txt": "one\n" }, "sleepMs": 100 }], "*": [{}] }
// A step may have waitFor (a file that has to be there first), sleepMs, write, append, replace ({ file: [from, to] }),
// log (a file outside), limitSeconds, usd, say, silent (no claim), tickIn (a folder of worktrees whose lists are ticked).
// The last step of a task repeats.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";

const script = JSON.parse(readFileSync(process.argv[2], "utf8"));
const prompt = readFileSync(0, "utf8");
const task = /^## Your task: (.+)$/m.exec(prompt)?.[1] ?? "*";
const steps = script[task] ?? script["*"] ?? [{}];
const step = steps[Math.min(Number(process.env.UNTILDONE_ITERATION ?? 1), steps.length) - 1];

const put = (file, text) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const note = (what) => step.log && appendFileSync(step.log, `${what} ${task} ${Date.now()}\n`);

note("start");
while (step.waitFor && !existsSync(step.waitFor)) await setTimeout(25);
if (step.sleepMs) await setTimeout(step.sleepMs);
for (const [file, text] of Object.entries(step.write ?? {})) put(file, text);
for (const [file, text] of Object.entries(step.append ?? {}))
  put(file, `${existsSync(file) ? readFileSync(file, "utf8") : ""}${text}`);
for (const [file, [from, to]] of Object.entries(step.replace ?? {}))
  put(file, readFileSync(file, "utf8").replace(new RegExp(from, "gs"), to));
for (const name of step.tickIn ? readdirSync(step.tickIn) : []) {
  const file = `${step.tickIn}/${name}/TODO.md`;
  if (existsSync(file)) put(file, readFileSync(file, "utf8").replaceAll("[ ]", "[x]"));
}
note("end");
if (step.limitSeconds !== undefined) {
  console.log(`Claude AI usage limit reached|${Math.floor(Date.now() / 1000 + step.limitSeconds)}`);
  process.exit(1);
}
const nonce = /^NONCE: (\S+)$/m.exec(prompt)?.[1] ?? "";
const block = step.silent
  ? ""
  : `\n---RALPH_STATUS---\nSTATUS: COMPLETE\nEXIT_SIGNAL: true\nNONCE: ${nonce}\n---END_RALPH_STATUS---\n`;
const message = `${step.say ?? "The task is done."}\n${block}`;
if (step.usd === undefined) console.log(message);
else {
  const usage = { input_tokens: 100, output_tokens: 10 };
  console.log(JSON.stringify({ type: "system", subtype: "init", session_id: "trial" }));
  console.log(
    JSON.stringify({
      type: "assistant",
      message: { id: "m", role: "assistant", content: [{ type: "text", text: message }] },
    }),
  );
  console.log(
    JSON.stringify({
      type: "result",
      subtype: "success",
      is_error: false,
      result: message,
      session_id: "trial",
      total_cost_usd: step.usd,
      usage,
    }),
  );
}
