/** What the next prompt is made of. */
export interface PromptParts {
  /** The user's own words. */
  readonly prompt: string;
  readonly task: string;
  readonly protocol: string;
  readonly feedback: readonly string[];
  readonly iteration: number;
  readonly run: string;
}

/** Without a template of the user's. Each part stands only where there is something to say. */
const plainTemplate = "{{prompt}}\n\n{{task}}\n\n{{feedback}}\n\n{{protocol}}\n";

export const templateVariables = ["prompt", "task", "feedback", "protocol", "iteration", "run"] as const;

/** Enough for any honest prompt; a failing suite must not fill an agent's context. */
const maxFeedback = 8_000;
const maxTask = 20_000;

/**
 * The prompt of one iteration. A template names its parts as {{task}}; parts it does not name are left out, except the
 * protocol and the feedback, without which the loop is deaf.
 */
export function makePrompt(parts: PromptParts, template: string | null = null): string {
  const text = {
    prompt: parts.prompt.trim(),
    task: cut(parts.task.trim(), maxTask),
    feedback: formatFeedback(parts.feedback),
    protocol: parts.protocol === "" ? "" : `## How to work, and how to end your turn\n\n${parts.protocol}`,
    iteration: String(parts.iteration),
    run: parts.run,
  };
  const chosen = template ?? plainTemplate;
  const missing = (["feedback", "protocol"] as const).filter((name) => !chosen.includes(`{{${name}}}`));
  const whole = `${chosen}${missing.map((name) => `\n\n{{${name}}}`).join("")}`;
  // One pass: what a part says is never read as a variable.
  const filled = whole.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(text, name) ? text[name as keyof typeof text] : whole,
  );
  return `${filled.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`;
}

function formatFeedback(feedback: readonly string[]): string {
  if (feedback.length === 0) return "";
  const lines = feedback.map((line) => `- ${asSentence(line).replaceAll("\n", "\n  ")}`).join("\n");
  return `## After the last turn\n\nWhat it changed, if anything, is still there. What was seen of it, and what to do now:\n\n${cut(lines, maxFeedback)}`;
}

/** With a capital, unless it begins with a name: of a check, a file, a command. */
const asSentence = (line: string): string =>
  /^[a-z]+(?:'s)? [a-z]+\b/.test(line) ? `${line[0]?.toUpperCase()}${line.slice(1)}` : line;

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n[… ${text.length - most} characters left out …]\n${text.slice(-half)}`;
}

/** Variables in a template that nobody knows. */
export function unknownVariables(template: string): readonly string[] {
  const names = [...template.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !templateVariables.some((known) => known === name));
}
