// Judges iterations one after the other and says the number of each once it is on the disk. Made to be killed.
import { writeSync } from "node:fs";
import { openJudge } from "../dist/judge.js";

const [folder, run] = process.argv.slice(2);
const judge = openJudge({ folder, run, settings: { maxIterations: 0, stagnationLoops: 0 } });
for (let i = 0; ; i++) {
  const output =
    i % 7 === 0 ? "All tasks are complete.\n\nEXIT_SIGNAL: true\n" : `I changed file ${i}.\n\nEXIT_SIGNAL: false\n`;
  const { n } = judge.check({ output, tasks: { markdown: "- [x] a\n- [ ] b" }, iteration: { filesChanged: i % 3 } });
  writeSync(1, `${n}\n`);
}
