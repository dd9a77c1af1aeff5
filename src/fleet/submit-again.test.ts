import { expect, it } from "vitest";
import { submitAgain, usualPriority } from "./submit-again.js";
import type { FleetRepository, Submission } from "./terms.js";

const repository: FleetRepository = {
  ...{ name: "shop", url: "https://github.com/acme/shop", from: "main", base: "", list: "TODO.md", tasks: [] },
};
const none = { iterations: null, usd: null, tokens: null, until: null };
const id = "20261116-101500-abc123";
const submission: Submission = {
  ...{ version: 1, id, at: "", repositories: [repository], limits: none, priority: usualPriority, pullRequest: false },
};
const plain = `untildone fleet submit --repo https://github.com/acme/shop --from untildone/${id} --tasks TODO.md`;

it.each<[string, Partial<Submission>, Partial<FleetRepository>, string, string]>([
  ["nothing but what is needed", {}, {}, "{untildone}", plain],
  ["another fleet", {}, {}, "{untildone-night.2}", `${plain} --fleet night.2`],
  ["one limit", { limits: { ...none, usd: 2.5 } }, {}, "{untildone}", `${plain} --max-cost 2.5`],
  [
    "all limits, a priority and a pull request",
    { limits: { iterations: 9, usd: 0, tokens: 7, until: 61_500 }, priority: 1, pullRequest: true },
    {},
    "{untildone}",
    `${plain} --max-iterations 9 --max-cost 0 --max-tokens 7 --max-time 61s --priority 1 --pr`,
  ],
  ["a time that is over", { limits: { ...none, until: 500 } }, {}, "{untildone}", `${plain} --max-time 1s`],
  [
    "words that a shell would split or run",
    {},
    { url: "/srv/my repos/a.git", list: "it's $(all).md" },
    "{untildone}",
    `untildone fleet submit --repo '/srv/my repos/a.git' --from untildone/${id} --tasks 'it'\\''s $(all).md'`,
  ],
])("%s", (_, terms, place, prefix, command) => {
  expect(submitAgain({ ...submission, ...terms }, { ...repository, ...place }, { prefix, now: 1_000 })).toBe(command);
});
