import { expect, it } from "vitest";
import { decideSituation, parseSituation } from "../src/index.js";

/** One of a thing is not several, in whatever a decision says. */
const several = /\b1 (?:iterations|tasks|tests|files|commits|claims|times|failures)\b/;

const still = { filesChanged: 0, commits: 0 };
const claim = "All tasks are complete, ready for review.\nEXIT_SIGNAL: true";

it.each([
  { when: "a budget", situation: { used: { iterations: 1 } }, settings: { maxIterations: 1 } },
  { when: "no progress", situation: { iteration: still }, settings: { breaker: { noProgress: 1 } } },
  { when: "stagnation", situation: { iteration: still }, settings: { stagnationLoops: 1, breaker: { noProgress: 0 } } },
  { when: "a question", situation: { output: "Which port should I use?" }, settings: { waitingLimit: 1 } },
  { when: "blocked", situation: { output: "STATUS: BLOCKED\nI am blocked." }, settings: { waitingLimit: 1 } },
  { when: "a failure", situation: { iteration: { ...still, failed: true } }, settings: { stuckThreshold: 1 } },
  { when: "only tests", situation: { iteration: { ...still, testOnly: true } }, settings: { testOnlyLimit: 1 } },
  {
    when: "a refused claim",
    situation: { output: claim, evidence: [{ name: "tests", state: "fails", required: true, detail: "1 test fails" }] },
    settings: { hollowClaimLimit: 1 },
  },
  { when: "a change", situation: { output: claim, iteration: { filesChanged: 1, commits: 1 } }, settings: {} },
])("says it of $when", ({ situation, settings }) => {
  const turn = { output: "I went on.", iteration: { filesChanged: 1, commits: 0 }, settings };
  const { decision } = decideSituation(parseSituation({ ...turn, ...situation }));
  expect(JSON.stringify(decision)).not.toMatch(several);
});
