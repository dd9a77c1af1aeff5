import { areFromPerson, type Words } from "../../decide/words.js";

export interface PromptParts {
  /** The user's prompt. */
  readonly prompt: string;
  readonly task: string;
  readonly protocol: string;
  readonly feedback: readonly string[];
  /** Words of a person, which come before the feedback. */
  readonly words: readonly Words[];
  readonly iteration: number;
  readonly run: string;
}

/** The default template. Empty parts are dropped. */
const plainTemplate = "{{prompt}}\n\n{{task}}\n\n{{feedback}}\n\n{{protocol}}\n";

export const templateVariables = ["prompt", "task", "feedback", "protocol", "iteration", "run"] as const;

/** Large enough for normal use; a failing suite must not fill the agent's context. */
const maxFeedback = 8_000;
const maxTask = 20_000;

/**
 * The prompt of one iteration. A template names its parts as {{task}}. Parts it does not name are left out, except
 * protocol and feedback: without them the loop cannot work.
 */
export function makePrompt(parts: PromptParts, template: string | null = null): string {
  const text = {
    prompt: parts.prompt.trim(),
    task: cut(parts.task.trim(), maxTask),
    feedback: `${formatWords(parts.words)}\n\n${formatFeedback(parts.feedback)}`.trim(),
    protocol: parts.protocol === "" ? "" : `## How to work, and how to end your turn\n\n${parts.protocol}`,
    iteration: String(parts.iteration),
    run: parts.run,
  };
  const chosen = template ?? plainTemplate;
  const missing = (["feedback", "protocol"] as const).filter((name) => !chosen.includes(`{{${name}}}`));
  const whole = `${chosen}${missing.map((name) => `\n\n{{${name}}}`).join("")}`;
  // A single pass, so that {{…}} inside a part is not expanded.
  const filled = whole.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(text, name) ? text[name as keyof typeof text] : whole,
  );
  return `${filled.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`;
}

/** Quoted, so that nothing in them looks like our own headings. A file may have been written by the agent itself. */
function formatWords(words: readonly Words[]): string {
  const person = words.filter(areFromPerson);
  const file = words.filter((each) => !areFromPerson(each));
  return [
    ...(person.length === 0
      ? []
      : ["## From the person who runs you\n\nThis is new. Where it differs from what was asked earlier, follow this:"]),
    ...formatTold(person),
    ...(file.length === 0 ? [] : ["## From the file STEER.md\n\nThis was found there and is new:"]),
    ...file.map(({ text }) => quote(text)),
  ].join("\n\n");
}

/** One answer to several questions is given once. */
function formatTold(words: readonly Words[]): readonly string[] {
  const answers = new Map<string, string[]>();
  for (const { text, question } of words)
    if (question) answers.set(text, [...(answers.get(text) ?? []), question.text]);
  return [
    ...words.filter(({ question }) => !question).map(({ text }) => quote(text)),
    ...[...answers].map(
      ([text, asked]) => `You asked:\n\n${asked.map(quote).join("\n>\n")}\n\nThe answer:\n\n${quote(text)}`,
    ),
  ];
}

const quote = (text: string): string => text.replaceAll(/^/gm, "> ");

function formatFeedback(feedback: readonly string[]): string {
  if (feedback.length === 0) return "";
  return `## After the last turn\n\nWhat it changed, if anything, is still there. What was seen of it, and what to do now:\n\n${listFeedback(feedback)}`;
}

/** What to do now, as a list that does not fill the agent's context. */
export function listFeedback(feedback: readonly string[]): string {
  const lines = feedback.map((line) => `- ${asSentence(line).replaceAll("\n", "\n  ")}`).join("\n");
  return cut(lines, maxFeedback);
}

/** Capitalised, unless it starts with the name of a check, a file or a command. */
const asSentence = (line: string): string =>
  /^[a-z]+(?:'s)? [a-z]+\b/.test(line) ? `${line[0]?.toUpperCase()}${line.slice(1)}` : line;

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor(max / 2);
  return `${text.slice(0, half)}\n[… ${text.length - max} characters left out …]\n${text.slice(-half)}`;
}

export function unknownVariables(template: string): readonly string[] {
  const names = [...template.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !templateVariables.some((known) => known === name));
}
