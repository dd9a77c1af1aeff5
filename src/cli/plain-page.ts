/** A page without scripts, for figures. */
export const plainPage = (title: string, parts: readonly string[]): string =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title>`,
    "<style>body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}th,td{padding:.3rem .8rem;border-bottom:1px solid #8886;text-align:left}pre{white-space:pre-wrap;overflow-wrap:anywhere}@media(prefers-color-scheme:dark){body{background:#161616;color:#ddd}}</style>",
    ...parts,
    "</html>",
    "",
  ].join("\n");

export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${row(head, "th")}${rows.map((cells) => row(cells, "td")).join("")}</table>`;
};

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
