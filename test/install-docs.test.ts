import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { published } from "../src/lib/published.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (page: string): string => readFileSync(`${root}/${page}`, "utf8");
const docs = readdirSync(`${root}/docs`, { recursive: true, encoding: "utf8" });
const pages = [
  ...[
    "README.md",
    "SECURITY.md",
    "CONTRIBUTING.md",
    "plugin/README.md",
    "docs/fleet/Dockerfile",
    "docs/fleet/compose.yaml",
  ],
  ...docs.filter((name) => name.endsWith(".md") && !name.startsWith("decisions/")).map((name) => `docs/${name}`),
].filter((page) => page !== "plugin/README.md" || readdirSync(`${root}/plugin`).includes("README.md"));

/** What would be fetched from somewhere, and whether it is there. */
const fetched = [
  {
    what: "a package of ours",
    pattern: /npm (?:i|install|add|exec)(?: -\S+)* (?:[\w@/-]+ )*untildone\b(?![/\w.-])|npx (?:--yes |-y )?untildone\b/,
    isThere: published.npm,
  },
  { what: "an Action of ours", pattern: /uses: (?!\.)\S*untildone/, isThere: published.action },
  {
    what: "an image of ours",
    pattern: /(?:docker|podman) (?:pull|run)\b[^\n]* \S*(?:^|\/)untildone(?::|\s)|(?:image: |FROM )\S*\/untildone\b/,
    isThere: false,
  },
];

describe("what the pages tell to install", () => {
  it("is what src/lib/published.ts says can be had", () => {
    const { status, stdout } = spawnSync(process.execPath, ["scripts/install-docs.mjs", "--check"], {
      cwd: root,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, ""]);
  });

  it.each(fetched)("never names $what that is not there", ({ pattern, isThere }) => {
    const naming = isThere ? [] : pages.filter((page) => pattern.test(read(page)));
    expect(naming).toEqual([]);
  });

  it.each([
    { text: "npm install -g untildone", at: 0 },
    { text: "npm install --save-dev untildone bullmq", at: 0 },
    { text: "npx untildone init", at: 0 },
    { text: "uses: acme/untildone@v0", at: 1 },
    { text: "FROM ghcr.io/acme/untildone", at: 2 },
  ])("would be caught: $text", ({ text, at }) => expect(text).toMatch(fetched[at]?.pattern ?? /^$/));

  it.each(["npm install -g ./untildone-0.1.0.tgz", "uses: ./.untildone", "npm install -g bullmq"])(
    "is fine: %s",
    (text) => {
      expect(fetched.some(({ pattern }) => pattern.test(text))).toBe(false);
    },
  );
});

describe("the workflow of GitHub", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml"));

  it("runs what .ci/run runs, with every Node that is supported", () => {
    expect(jobs.linux.steps.at(-1).run).toContain(".ci/run");
    const [oldest = ""] = jobs.linux.strategy.matrix.node;
    expect(manifest.engines.node).toBe(`>=${oldest}`);
    expect(jobs.linux.strategy.matrix.node).toEqual(["20.19", "22", "24"]);
  });

  it("does not let jobs that never ran decide", () => expect(jobs.elsewhere["continue-on-error"]).toBe(true));
});
