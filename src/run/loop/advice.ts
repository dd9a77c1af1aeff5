/** A part of what to do next: words, or a command to type. */
export interface AdvicePart {
  readonly text: string;
  readonly isCommand: boolean;
}

/** What to do next. Its commands are told apart when it is written: nobody has to find them in a sentence. */
export type StepAdvice = readonly AdvicePart[];

export const command = (text: string): AdvicePart => ({ text, isCommand: true });

/** A sentence with commands: advise`resume with: ${command("untildone run --resume")}`. */
export function advise(
  words: TemplateStringsArray,
  ...parts: readonly (string | AdvicePart | StepAdvice | null)[]
): StepAdvice {
  const all = words.flatMap((text, at) => [toPart(text), ...toParts(parts[at] ?? "")]);
  return all.filter(({ text }) => text !== "");
}

const toPart = (text: string): AdvicePart => ({ text, isCommand: false });

function toParts(part: string | AdvicePart | StepAdvice): StepAdvice {
  if (typeof part === "string") return [toPart(part)];
  return "text" in part ? [part] : part;
}

export const adviceText = (advice: StepAdvice): string => advice.map(({ text }) => text).join("");
