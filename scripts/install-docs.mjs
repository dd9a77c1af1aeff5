// Writes into the pages how untildone is installed: from a registry where it is published, else from a clone. What is
// published is said in one place, src/lib/published.ts.
//   node scripts/install-docs.mjs [--check]
import { readFileSync, writeFileSync } from "node:fs";

const constant = readFileSync("src/lib/published.ts", "utf8");
const isPublished = (what) => new RegExp(`\\b${what}: true\\b`).test(constant);

/** Each place has two texts: for what can be fetched, and for a clone. */
const places = [
  {
    page: "README.md",
    what: "npm",
    published: `Requires Node 20.19 or newer and git.

\`\`\`sh
npm install -g untildone   # puts \`untildone\` on your PATH; \`npm rm -g untildone\` takes it off
untildone demo             # see it work: real tests, a scripted agent, no API key, no network
\`\`\``,
    clone: `Requires Node 20.19 or newer and git. It is in no registry yet: in a clone of this repository,

\`\`\`sh
npm ci && npm run demo                                   # see it work: real tests, a scripted agent, no API key, no network
npm ci && npm test                                       # types, lint, unit, property and end-to-end tests
npm install -g "$(npm pack --silent --ignore-scripts)"   # puts \`untildone\` on your PATH; \`npm rm -g untildone\` takes it off
\`\`\``,
  },
  {
    page: "docs/fleet.md",
    what: "npm",
    published: "npm install -g untildone bullmq ioredis",
    clone:
      'npm install -g "$(npm pack --silent --ignore-scripts)" bullmq ioredis   # in a clone of untildone, after npm ci',
  },
  {
    page: "docs/inside-your-agent.md",
    what: "npm",
    published: `npm install --save-dev untildone   # or: npm install -g untildone
npx untildone init --claude        # or --codex, --gemini, --copilot, --cursor; --remove takes it out again`,
    clone: `npm install -g "$(npm pack --silent --ignore-scripts)"   # in a clone of untildone, after npm ci
untildone init --claude   # in your project; or --codex, --gemini, --copilot, --cursor; --remove takes it out again`,
  },
  {
    page: "docs/inside-your-agent.md",
    what: "npm",
    published: `\`npx untildone\`, where it is not installed, asks the registry at every stop first: without a network, Claude Code waits for a
minute each time and then shows only "Stop hook error occurred".`,
    clone: `one that is started by npx asks the registry at every stop first: without a network, Claude Code waits for a
minute each time and then shows only "Stop hook error occurred".`,
  },
  {
    page: "docs/init.md",
    what: "npm",
    published: `Else \`untildone\` from the search path; else \`npx --yes untildone\`, which costs a second at
every stop.`,
    clone: `Else \`untildone\` from the search path; else the program that runs \`init\`, by its
path.`,
  },
  {
    page: "docs/init.md",
    what: "npm",
    published: "It needs `untildone` on the search path (`npm install --global untildone`).",
    clone: "It needs `untildone` on the search path ([install it](../README.md#install)).",
  },
  {
    page: "docs/report.md",
    what: "action",
    published: `        uses: OWNER/untildone@v0
        with:`,
    clone: `        uses: ./.untildone   # a checkout of untildone in your repository, such as a submodule: it is in no marketplace yet
        with:`,
  },
  {
    page: "action.yml",
    what: "npm",
    published: "    default: latest\n",
    clone: "    default: source\n",
  },
];

const isCheck = process.argv.includes("--check");
const wrong = [];
for (const { page, what, published, clone } of places) {
  const [wanted, other] = isPublished(what) ? [published, clone] : [clone, published];
  const text = readFileSync(page, "utf8");
  if (text.includes(wanted)) continue;
  if (!text.includes(other)) wrong.push(`${page} has neither text: ${wanted.split("\n")[0]}`);
  else if (isCheck) wrong.push(`${page} has the other text: ${other.split("\n")[0]}`);
  else
    writeFileSync(
      page,
      text.replace(other, () => wanted),
    );
}
for (const line of wrong) console.log(line);
process.exit(wrong.length > 0 ? 1 : 0);
