import { describeCheck, type Project, type Wishes } from "./project.js";

/** A configuration that says what is there, and how to change it. What is found anyway stays a comment. */
export function writeConfig({ list, checks }: Project, { agent, testCommand }: Wishes): string {
  return [
    "# The configuration of untildone for this project. Every setting has a default:",
    "# `untildone config` prints all of them, and where each one comes from.",
    "",
    "# Where the tasks are: a Markdown, JSON or YAML file, a folder, github:OWNER/REPO or beads.",
    `tasks: ${yamlText(list)}`,
    "",
    "# The agent of `untildone run`; with several, the next one takes over while one is at a limit.",
    agent === null ? "# agent: claude,codex" : `agent: ${yamlText(agent)}`,
    "",
    "# Commands that must pass before work counts as done.",
    ...(testCommand === null
      ? [
          ...describeChecks(checks),
          "# checks:",
          "#   tests: npm test",
          "#   lint: { command: npx biome check, required: false, timeout: 60 }",
        ]
      : ["checks:", `  tests: ${yamlText(testCommand)}`]),
    "",
    "# Limits of one run: each is off or generous by default.",
    "# maxIterations: 50",
    "# maxSeconds: 28800",
    "# maxCostUsd: 10",
    "",
  ].join("\n");
}

function describeChecks(checks: Project["checks"]): readonly string[] {
  if (checks.length === 0) return ["# None was found in the project: name one."];
  return [
    "# Found in the project, and used without being named here:",
    ...checks.map((check) => `#   ${describeCheck(check)}`),
  ];
}

/** Plain where YAML takes it as a text as it stands. */
const yamlText = (text: string): string =>
  /^[A-Za-z.][\w./, -]*$/.test(text) && !/^(?:true|false|null|\.\w*|.*\s)$/i.test(text) ? text : JSON.stringify(text);
