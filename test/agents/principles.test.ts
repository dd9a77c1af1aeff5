import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readAgentReport, readTranscript } from "../../src/index.js";
import { type PrincipleRow, principleRows } from "./principle-rows.js";

const read = (text: string) => {
  const { claim, taskClaim } = readAgentReport(readTranscript(text));
  return { claim, taskClaim };
};

/** What a message claims: all that was given, this task, or nothing. */
const claimed = (text: string): "whole" | "task" | "blocked" | "nothing" => {
  const { claim, taskClaim } = read(text);
  if (claim === "complete") return "whole";
  if (claim === "blocked") return "blocked";
  return taskClaim === "complete" ? "task" : "nothing";
};

const wants: Readonly<Record<keyof PrincipleRow, ReturnType<typeof claimed>>> = {
  report: "task",
  deed: "task",
  looked: "nothing",
  offer: "task",
  stillPass: "task",
  already: "task",
  untouched: "nothing",
  denial: "nothing",
  plan: "nothing",
  question: "nothing",
  left: "nothing",
  part: "nothing",
  history: "nothing",
  failing: "nothing",
  list: "task",
  others: "task",
  phases: "whole",
  carriedOut: "whole",
  heldNow: "task",
  telegram: "task",
  proposal: "nothing",
  blocked: "blocked",
  decision: "blocked",
  lookDone: "nothing",
  notAll: "nothing",
  asSoonAs: "nothing",
  allOfPhase: "task",
  notRun: "task",
  ranAndFailed: "nothing",
  nextUnit: "task",
  userStops: "task",
  agentStops: "blocked",
};
const principles = Object.entries(wants) as [keyof PrincipleRow, ReturnType<typeof claimed>][];

describe.each(Object.entries(principleRows))("in %s", (_, row) => {
  it.each(principles)("%s claims: %s", (name, want) =>
    expect({ [row[name]]: claimed(row[name]) }).toEqual({ [row[name]]: want }),
  );
});

describe("what English reports say of the present", () => {
  it.each([
    ["The form now keeps its values. All tests pass.", "task"],
    ["The server now crashes on start.", "nothing"],
    ["`cursor` is now `#767676`. Lint is clean.", "task"],
    ["The server is now failing on start.", "nothing"],
    ["The race is gone: `flush()` takes the lock first.", "task"],
    ["The analysis is complete.", "nothing"],
    ["All clean. The fix wraps the loop body in a function.", "task"],
    ["The fix requires a new column.", "nothing"],
    ["Dark mode toggle added to the settings page.", "task"],
    ["The toggle added to the settings page is still disabled.", "nothing"],
    ["All tests pass. Here's a summary of the changes:\n\n- the old loop\n- the new watcher", "task"],
    ["Here's a summary of the changes needed:\n\n- the old loop\n- the new watcher", "nothing"],
    ["Done — the header shows the total.", "task"],
    ["All four items in TODO.md are finished and ticked.", "whole"],
    ["The migration is complete.", "task"],
    ["`sum` is implemented in src/a.js.\n\n- The TODO in README.md is unrelated and was there before.", "task"],
    ["`sum` is implemented in src/a.js.\n\n- The TODO in src/a.js is for the next iteration.", "nothing"],
    ["`sum` is implemented in src/a.js. The parser is a stub that was there before.", "task"],
    ["`sum` is implemented in src/a.js. The parser is a stub.", "nothing"],
    ["The first phase of the migration is complete.", "nothing"],
    ["The test run is complete: 14 passed.", "nothing"],
    ["The test runner is complete: 14 cases pass.", "task"],
    ["The download is done, and the archive is unpacked.", "nothing"],
    ["The download page is done, and its link works.", "task"],
    ["I found the cause. Want me to apply this?", "nothing"],
    ["I removed the calls. The client still uses one, so it can't be deleted yet.", "nothing"],
    ["Targeted tests pass.", "nothing"],
    ["The form now needs a second field.", "nothing"],
    ["`zip` is implemented in code/zip.js. Tests pass.", "task"],
    ["The app is implemented in Go.", "nothing"],
    ["Nothing is implemented in src/a.js.", "nothing"],
    ["The bug is not fixed in src/a.js.", "nothing"],
    ["No changes were made because the command was denied.", "nothing"],
    ["No further changes are needed.", "task"],
    ["Added a first version of the parser. It does not cover everything yet.", "nothing"],
    ["I made good progress in a.js and will continue in the next step.", "nothing"],
    ["I wrote part of a.js and need another turn for the rest.", "nothing"],
    ["`slug` already exists, but its tests fail. I changed nothing.", "nothing"],
    ["If `slug` already exists, nothing is changed.", "nothing"],
    ["`slug` does not already exist. I made no changes.", "nothing"],
  ])("%s", (text, want) => expect(claimed(text)).toBe(want));
});

interface Message {
  readonly language: string;
  readonly label: string;
  readonly text: string;
}

function messagesIn(name: string): readonly Message[] {
  const file = fileURLToPath(new URL(`messages/${name}.txt`, import.meta.url));
  return readFileSync(file, "utf8")
    .split(/^(?=%% )/m)
    .map((part) => {
      const [head = "", ...lines] = part.split("\n");
      const [, language = "", , label = ""] = head.split(" ");
      return { language, label, text: lines.join("\n").trimEnd() };
    });
}

describe.each(["used"])("the messages in %s.txt", (name) => {
  const messages = messagesIn(name);
  const isClaim = ({ label }: Message): boolean => label === "whole" || label === "task";

  it("claim nothing they do not say", () => {
    const wrong = messages.filter(({ label, text }) => {
      const got = claimed(text);
      return got === "whole" ? label !== "whole" : got === "task" && label !== "task" && label !== "whole";
    });
    expect(wrong).toEqual([]);
  });

  it("are read as what they claim, in every language", () => {
    const share = (of: readonly Message[]): number =>
      of.filter(({ label, text }) => claimed(text) === label).length / of.length;
    const claims = messages.filter(isClaim);
    expect(share(claims)).toBeGreaterThanOrEqual(0.8);
    for (const language of new Set(claims.map((message) => message.language)))
      expect({ [language]: share(claims.filter((message) => message.language === language)) >= 0.7 }).toEqual({
        [language]: true,
      });
  });
});

describe("the sets that were scored", () => {
  it.each([
    ["used", "a00730311ba8d532a425f41a1e62e1869ddd909f30b57a214aeb673f8ae3267d"],
    ["eighth", "dbb34aa5c7beb6f47c60d0151c405f14f9a79c8a8fb6b97757efee75df7c6295"],
  ])("keep their texts and labels: %s.txt", (name, hash) => {
    const file = fileURLToPath(new URL(`messages/${name}.txt`, import.meta.url));
    expect(createHash("sha256").update(readFileSync(file)).digest("hex")).toBe(hash);
  });

  it("are read no worse than when the last of them was scored, and no task as the whole", () => {
    const messages = messagesIn("eighth");
    const claims = messages.filter(({ label }) => label === "whole" || label === "task");
    expect(claims.filter(({ label, text }) => claimed(text) === label).length).toBeGreaterThanOrEqual(32);
    expect(messages.filter(({ label, text }) => claimed(text) === "whole" && label !== "whole")).toEqual([]);
  });
});

describe("what no person would write", () => {
  const bullets = Array.from({ length: 10_000 }, (_, at) => `- item ${at}`).join("\n");
  it.each([
    ["two languages", "Implementado el filtro. The printer is not implemented yet.", "nothing"],
    ["right to left", "تم تنفيذ المرشح وجميع الاختبارات ناجحة.", "nothing"],
    ["half a code point", "Added \ud83d the filter\udc00", "task"],
    ["only halves", "\ud83d\ud83d\udc00", "nothing"],
    ["a quotation of several lines", "> Implemented the filter.\n>\n> All tasks are complete.", "nothing"],
    ["a quotation in signs", "“Implemented the filter. All tasks are complete.”", "nothing"],
    ["ten thousand bullets", bullets, "nothing"],
    ["ten thousand bullets below a report", `Added the table.\n\n${bullets}`, "task"],
    ["one long word", "Added".repeat(20_000), "nothing"],
  ])("%s", (_, text, want) => expect(claimed(text)).toBe(want));
});
