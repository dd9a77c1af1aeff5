const colours = { good: "#1a7344", warn: "#b26a00", bad: "#b3261e", calm: "#3b5a8c" } as const;

/** Shows in the tab how things stand: its title, and a dot of that colour. */
export function showInTab(title: string, tone: keyof typeof colours): void {
  document.title = title;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${colours[tone]}"/></svg>`;
  document.querySelector("link[rel=icon]")?.setAttribute("href", `data:image/svg+xml,${encodeURIComponent(svg)}`);
}
