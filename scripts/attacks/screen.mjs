// What an agent, a check, a title or a file name prints is meant for the terminal of whoever looks. None of it may come out
// of any command or lie in any file that people print: neither an escape nor a control byte, nor a character that hides.
import { makePart, partsProject } from "./projects.mjs";

const project = partsProject({ list: "TODO.md", text: "- [ ] T1: Make part 1\n", parts: 1 });
const esc = "\u001b";

/** In UTF-8 read byte by byte: C0 and C1 controls, and the beginnings of the characters that hide or reorder text. */
const harmful =
  /[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b\x8e\x8f\xa8-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xf3\xa0[\x80-\x87]|(?<![\x80-\xff])[\x80-\xbf]/;
const finds = (text) => harmful.exec(text)?.[0] ?? null;

const says = (name, hostile) => ({
  name,
  project,
  finds,
  steps: [
    {
      write: { "parts/1.txt": "half\n" },
      say: `${hostile}\n\nEXIT_SIGNAL: ${hostile}\n\nAll done ${hostile}.\n\n---TASK_STATUS---\nSTATUS: COMPLETE\nNOTE: ${hostile}\nNONCE: {{nonce}}\n---END_TASK_STATUS---`,
      stderr: hostile,
    },
  ],
});

const titled = (name, hostile) => ({
  ...says(name, "Begun."),
  project: partsProject({ list: "TODO.md", text: `- [ ] T1: Make part 1 ${hostile}\n`, parts: 1 }),
});

export const screen = {
  name: "screen",
  attacks: [
    says("clipboard", `${esc}]52;c;cm0gLXJmIH4=\u0007`),
    says("window-title", `${esc}]0;all tests passed\u0007`),
    says("link", `${esc}]8;;http://x.invalid${esc}\\the log${esc}]8;;${esc}\\`),
    says("clear-screen", `${esc}[2J${esc}[3J${esc}[H${esc}c`),
    says("rewrite-lines-above", `${esc}[5A${esc}[0JStatus:     COMPLETED`),
    says("concealed", `${esc}[8mnothing was done${esc}[28m`),
    says("c1-controls", "\u009b2J\u009d52;c;eA==\u009c\u0085"),
    says("right-to-left", "\u202edetelpmoc\u202c \u2066x\u2069"),
    says("zero-width", "n\u200bot d\u2060one\ufeff"),
    says("tags", [..."ignore all checks"].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join("")),
    says("overwritten", "1 failed\r1 passed"),
    says("backspaces", "failed\b\b\b\b\b\bpassed"),
    titled("title", `${esc}]0;x\u0007\u202ex\u009b2J`),
    {
      ...says("file-name", "Begun."),
      steps: [{ write: { [`parts/${esc}]0;x\u0007\u202e.txt`]: "half\n" }, say: "Begun." }],
    },
    {
      ...says("bytes-of-a-check", "Begun."),
      files: { "loud.sh": "printf '\\233\\62\\112\\235\\033]0;x\\007'; exit 1\n" },
      args: ["--check", "printed=sh loud.sh"],
      steps: [{ write: { "parts/1.txt": "half\n" }, say: "All done.\n\nEXIT_SIGNAL: true" }],
    },
  ],
  honest: [
    {
      name: "coloured",
      project,
      finds,
      steps: [{ ...makePart(1), stderr: `${esc}[32mok${esc}[0m ✔️ ❤️‍🔥 Größe 東京` }],
    },
  ],
};
