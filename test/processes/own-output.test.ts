import { describe, expect, it } from "vitest";
import { Workplace } from "../e2e/cli.js";

/** The log of a run lies in the project and grows in every turn: it must not pass for the agent's work. */

const done = { STATUS: "COMPLETE", EXIT_SIGNAL: "true" };
const lie = { say: "It is done.", status: done };
const work = (file: string) => ({ write: { [file]: "1\n" }, say: "Done.", status: done });
const run = "untildone run --set unverified=accept --agent scripted --script .ralph/script.json --tasks TODO.md";

describe.each([
  { how: "redirected", command: `${run} > run.log; echo $?` },
  { how: "appended with its errors", command: `${run} >> run.log 2>&1; echo $?` },
  { how: "redirected into a folder", command: `mkdir logs; ${run} > logs/run.log; echo $?` },
  { how: "through tee", command: `${run} | tee run.log > /dev/null; echo \${PIPESTATUS[0]}` },
  { how: "as events through tee", command: `${run} --json | tee run.log > /dev/null; echo \${PIPESTATUS[0]}` },
])("the output of a run, $how", ({ command }) => {
  it.each([
    { agent: "a liar", git: true, steps: [lie], code: "1" },
    { agent: "a liar", git: false, steps: [lie], code: "1" },
    { agent: "an honest agent", git: true, steps: [work("a"), work("b")], code: "0" },
  ])("is nobody's work: $agent, git $git", ({ git, steps, code }) => {
    using place = new Workplace();
    place.write("TODO.md", "- [ ] T1: one\n- [ ] T2: two\n");
    place.write(".gitignore", ".ralph/\n");
    if (git) place.commitAll();
    place.write(".ralph/script.json", JSON.stringify({ steps }));
    const { out, err } = place.bash(command);
    expect({ code: out.trim(), err }).toEqual({ code, err: "" });
    expect(place.read("TODO.md").match(/\[x\]/g)?.length ?? 0).toBe(code === "0" ? 2 : 0);
  });
});
