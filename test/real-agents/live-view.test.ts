import { expect, it } from "vitest";
import { hasTmux } from "../tmux.js";
import { install } from "./install.js";
import { RealPlace } from "./place.js";
import { realClis } from "./real-cli.js";
import { doTask, waitingCommand } from "./replies.js";

/** The live view of a run with the real Claude Code, on real terminals. */
it.skipIf(!hasTmux).each([40, 80, 200])(
  "shows the tool calls and words of a real agent at %i columns, resized while it runs",
  { timeout: 300_000 },
  async (columns) => {
    const installed = await install(realClis.claude);
    if (installed.bin === null) return;
    await using place = await RealPlace.create({ cli: realClis.claude, access: "key", folder: installed.bin });
    const first = "I will write the function first and then run its test.";
    place.model.play([{ ...waitingCommand, first }, ...doTask("double"), ...doTask("greet")]);
    using terminal = place.startOnTerminal(["--agent", "claude", "--tasks", "TODO.md"], { columns, rows: 24 });
    await place.waitForFile("begun");
    const shown = await terminal.waitFor(/agent +claude runs touch begun/);
    expect(shown).toMatch(/^ *iteration 1 of \d+/m);
    expect(shown.replaceAll(/\s+/g, " ")).toContain(`"${first}"`);
    terminal.resize({ columns: columns === 80 ? 40 : 80, rows: 20 });
    await terminal.waitFor(/agent +claude runs touch begun/);
    place.write("go", "");
    await terminal.waitFor("[exit 0]");
    expect(terminal.log).toMatch(/Verified: +T1, T2\b/);
    expect(terminal.log).not.toMatch(/agent +claude/);
  },
);
