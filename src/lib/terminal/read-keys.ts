/** What terminals send for keys without a character of their own. */
const names: Readonly<Record<string, string>> = {
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "[5~": "page-up",
  "[6~": "page-down",
  "[H": "home",
  "[F": "end",
  "[1~": "home",
  "[4~": "end",
};

const controls: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "enter",
  "\u007f": "backspace",
  "\b": "backspace",
  "\t": "tab",
};

/** A sequence of a key, or of anything else that a terminal reports. */
const sequence = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[@-~])/;

/** The keys that were pressed, by name where they have no character; what nobody knows is left out. */
export function readKeys(text: string): readonly string[] {
  const keys: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const [found] = sequence.exec(rest) ?? [];
    if (found !== undefined) {
      const name = names[found.slice(1).replace(/^O/, "[")];
      if (name) keys.push(name);
      rest = rest.slice(found.length);
      continue;
    }
    const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    keys.push(character === "\u001b" ? "escape" : (controls[character] ?? character));
    rest = rest.slice(character.length);
  }
  return keys;
}
