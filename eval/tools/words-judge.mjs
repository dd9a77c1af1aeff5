// A judge that reads words only, as a model that is shown the transcript does: it runs nothing and looks at no file. Here it
// reads as well as `untildone analyze` does.
//   node words-judge.mjs MAX
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const most = Number(process.argv[2] ?? 20);
const prompt = readFileSync("PROMPT.md", "utf8");
const [node, ...cli] = process.env.EVAL_CLI.split(" ");
const said = `${process.env.TMPDIR}/said.txt`;
/** Tasks that the agent's words call done. */
const isOpen = new Set(readFileSync("TODO.md", "utf8").match(/(?<=^- \[ \] )\w+/gm) ?? []);

for (let turn = 1; turn <= most; turn++) {
  const { stdout } = spawnSync("claude", ["-p", prompt], { encoding: "utf8" });
  writeFileSync(said, stdout);
  const { claim, taskClaim } = JSON.parse(spawnSync(node, [...cli, "analyze", said], { encoding: "utf8" }).stdout);
  if (claim !== "complete" && taskClaim !== "complete") continue;
  const [next] = isOpen;
  if (/\ball (?:the )?tasks\b|<promise>/i.test(stdout)) isOpen.clear();
  else isOpen.delete(next);
  if (isOpen.size === 0) process.exit(0);
}
process.exit(1);
