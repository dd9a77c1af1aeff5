import { useState } from "preact/hooks";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];
const key = "untildone-theme";

/** A page from a file may not be allowed to save anything. */
function savedTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(key)) ?? "auto";
  } catch {
    return "auto";
  }
}

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

export function applyTheme(theme: Theme): void {
  const isDark = theme === "dark" || (theme === "auto" && systemIsDark.matches);
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

/** Follows the system as long as no theme is chosen. */
export function startTheme(): void {
  applyTheme(savedTheme());
  systemIsDark.addEventListener("change", () => applyTheme(savedTheme()));
}

function saveTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // It lasts as long as the page.
  }
}

export function ThemeToggle() {
  const [theme, setTheme] = useState(savedTheme);
  const change = (): void => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
    applyTheme(next);
    saveTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" class="theme" onClick={change} aria-label={`Theme: ${theme}. Change`}>
      {theme === "auto" ? "◐ Auto" : theme === "light" ? "○ Light" : "● Dark"}
    </button>
  );
}
