// The agent of a trial, a program like any other: reads the prompt, works by the task named in it, prints, and exits.
//   node scripts/trial/agent.mjs SCENARIO FOLDER     FOLDER is where it counts its calls, outside of the project
import { readFileSync } from "node:fs";
import { scenarios } from "./all-scenarios.mjs";
import { claim } from "./endings.mjs";
import { Turn } from "./turn.mjs";

const [name, folder] = process.argv.slice(2);
const scenario = scenarios.find((each) => each.name === name);
const turn = new Turn(readFileSync(0, "utf8"), folder);
/** With no task left, an honest agent looks, changes nothing and says so. */
const isOver = turn.task === null && scenario.list !== null;
const act = isOver ? () => claim(turn, { say: "I looked at all of it: every task is done." }) : scenario.agent;
const { say = "", stderr = "", exit = 0 } = await act(turn);
if (stderr !== "") process.stderr.write(`${stderr}\n`);
if (scenario.format === "claude") for (const line of turn.streamLines(say)) console.log(JSON.stringify(line));
else if (say !== "") console.log(say);
process.exitCode = exit;
