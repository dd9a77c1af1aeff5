/** Whose text a section of a log is. */
export type Role = "agent" | "prompt" | "tool-result" | "thinking";

export interface Section {
  readonly role: Role;
  readonly line: number;
  readonly lines: string[];
}

type Opens = (line: string, previous: string) => { role: Role; rest: string } | "agent" | undefined;

/** Splits a log at the lines that name the next speaker. */
export function splitSections(text: string, first: Role, opens: Opens): readonly Section[] {
  const sections: Section[] = [{ role: first, line: 1, lines: [] }];
  let previous = "";
  for (const [at, line] of text.split("\n").entries()) {
    const opened = opens(line.trimEnd(), previous);
    if (opened === "agent") sections.push({ role: "agent", line: at + 2, lines: [] });
    else if (opened)
      sections.push({
        role: opened.role,
        line: opened.rest ? at + 1 : at + 2,
        lines: opened.rest ? [opened.rest] : [],
      });
    else sections.at(-1)?.lines.push(line);
    previous = line.trimEnd();
  }
  return sections;
}
