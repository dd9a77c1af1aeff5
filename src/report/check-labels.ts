/** What a built-in check is called on a screen: its name is for settings, and says little to who has not read them. */
const labels: Readonly<Record<string, string>> = {
  "honest-tests": "test edits",
  "original-tests": "old tests",
  "task-file-moved": "task file",
  "clean-git": "git status",
};

export const checkLabel = (name: string): string => labels[name] ?? name;

/** A file of the project may have such a name. */
const named = new RegExp(String.raw`(?<![\w./-])(?:${Object.keys(labels).join("|")})(?![\w/-]|\.\w)`, "g");

export const withCheckLabels = (text: string): string => text.replace(named, checkLabel);
