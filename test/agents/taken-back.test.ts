import { describe, expect, it } from "vitest";
import { readAgentReport, readTranscript } from "../../src/index.js";
import { takenBackRows } from "./taken-back-rows.js";

type Claimed = "whole" | "task" | "nothing";

function claimed(text: string): Claimed {
  const { claim, taskClaim } = readAgentReport(readTranscript(text));
  if (claim === "complete") return "whole";
  return taskClaim === "complete" ? "task" : "nothing";
}

const languages = Object.keys(takenBackRows);
const takers = ["fails", "red", "missing", "next", "nextStep", "notYet"] as const;
const claims = ["whole", "task"] as const;
const sentence = (language: string, key: (typeof takers | typeof claims)[number] | "before" | "noLonger"): string =>
  takenBackRows[language]?.[key] ?? "";

describe.each(languages)("a claim in %s", (language) => {
  it.each(claims)("claims the %s if nothing takes it back", (claim) =>
    expect(claimed(sentence(language, claim))).toBe(claim),
  );

  it.each(takers)("is taken back by a sentence in any language: %s", (taker) => {
    const wrong = claims.flatMap((claim) =>
      languages
        .map((other) => `${sentence(language, claim)} ${sentence(other, taker)}`)
        .filter((text) => claimed(text) !== "nothing"),
    );
    expect(wrong).toEqual([]);
  });

  it.each(["before", "noLonger"] as const)("is not taken back by what is over or was there: %s", (key) => {
    const texts = claims.map((claim) => [claim, `${sentence(language, claim)} ${sentence(language, key)}`] as const);
    expect(texts.map(([, text]) => [text, claimed(text)])).toEqual(texts.map(([claim, text]) => [text, claim]));
  });
});

describe("in English a claim", () => {
  it.each<[text: string, claim: Claimed]>([
    ["All tasks are complete. The server crashes on start.", "nothing"],
    ["All tasks are complete. It crashed on start, which is fixed.", "whole"],
    ["All tasks are complete. CI is red.", "nothing"],
    ["All tasks are complete. CI is green.", "whole"],
    ["Everything is done. Login still throws a 500.", "nothing"],
    ["Everything is done. Login throws a clear error for a wrong password.", "whole"],
    ["The project is complete. Nothing compiles at the moment.", "nothing"],
    ["The project is complete. Nothing fails.", "whole"],
    ["All tasks are complete. The migration is untested and probably wrong.", "nothing"],
    ["Added tests for the parser. They fail.", "nothing"],
    ["Added tests for the parser. They pass.", "task"],
    ["Added tests for the parser. Now writing the parser itself.", "nothing"],
    ["Fixed the test that fails on Windows.", "task"],
    ["Implemented the import. A row without a name is skipped if its column is missing.", "task"],
    ["Implemented the filter. The next step is up to you.", "task"],
    ["All subtasks of T3 are complete. T4 comes next.", "task"],
    ["Task T3 is complete. I will continue with the tests of T3.", "nothing"],
    ["All done! Every task in the TODO is ticked.", "whole"],
    ["All done! The TODO in parser.js is for later.", "nothing"],
    ["The analysis of the code base is now complete.", "nothing"],
    ["Completed the review page.", "task"],
    ["I've finished reviewing the code.", "nothing"],
    ["Removed the fallback, so that the import cannot continue after a parse error. 12 tests pass.", "task"],
    ["Done: the dialog asks for user input.", "task"],
  ])("%s", (text, claim) => expect(claimed(text)).toBe(claim));
});
