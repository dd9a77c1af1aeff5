// Turns a captured terminal screen with ANSI colours into a small SVG.

const cell = { width: 7.8, height: 17 };
const margin = 16;
const head = 30;
const classes = new Map([
  [1, "b"],
  [2, "d"],
  [31, "r"],
  [32, "g"],
  [33, "y"],
  [36, "c"],
]);

/** One row as pieces of text in one style each. */
function splitStyles(line, style) {
  const pieces = [];
  let from = 0;
  const add = (text) => text !== "" && pieces.push({ text, styles: [...style.values()] });
  for (const { index, 0: found, 1: codes } of line.matchAll(/\u001b\[([\d;]*)m/g)) {
    add(line.slice(from, index));
    for (const code of codes.split(";").map(Number)) applyCode(style, code);
    from = index + found.length;
  }
  add(line.slice(from));
  return pieces;
}

/** `style` maps what a code sets (weight or colour) to a class. */
function applyCode(style, code) {
  if (code === 0) style.clear();
  if (code === 22) style.delete("weight");
  if (code === 39) style.delete("colour");
  const name = classes.get(code);
  if (name) style.set(code < 30 ? "weight" : "colour", name);
}

const escapeXml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Every piece begins at its own column, so that the columns hold with any font. */
function drawLine(line, row, style) {
  let column = 0;
  const spans = splitStyles(line, style).map(({ text, styles }) => {
    const blank = text.length - text.trimStart().length;
    const x = (margin + (column + blank) * cell.width).toFixed(1).replace(/\.0$/, "");
    column += text.length;
    const shown = text.trim();
    return shown === ""
      ? ""
      : `<tspan x="${x}"${styles.length > 0 ? ` class="${styles.join(" ")}"` : ""}>${escapeXml(shown)}</tspan>`;
  });
  const text = spans.join("");
  return text === "" ? "" : `<text y="${head + margin + (row + 1) * cell.height - 5}">${text}</text>\n`;
}

export function drawScreen(screen, { columns, title }) {
  const lines = screen.trimEnd().split("\n");
  const style = new Map();
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin + head;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${title}">`,
    "<style>text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d7dae0;white-space:pre}",
    ".b{font-weight:700}.d{fill:#8a919e}.r{fill:#f07178}.g{fill:#7fd88f}.y{fill:#e5c07b}.c{fill:#6fc3df}</style>",
    `<rect width="${width}" height="${height}" rx="8" fill="#1b1e25"/>`,
    `<g><circle cx="18" cy="16" r="5" fill="#f07178"/><circle cx="36" cy="16" r="5" fill="#e5c07b"/><circle cx="54" cy="16" r="5" fill="#7fd88f"/></g>`,
    `<text x="${width / 2}" y="20" text-anchor="middle" class="d">${escapeXml(title)}</text>`,
    `${lines.map((line, row) => drawLine(line, row, style)).join("")}</svg>`,
    "",
  ].join("\n");
}
